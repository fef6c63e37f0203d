/**
 * The pictures of scenes and docs/guide/scenes.md are what `npm run pictures` writes. Short runs are drawn again; of long ones the
 * first steps, whose mark the picture carries.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { sceneGroups, scenes } from '@signorini/engine/scenes';
import { defaultStory, drawScene, markOfFirstSteps, type Story } from '@signorini/lab';
import { expect, test } from 'vitest';

const DOCS = new URL('../docs/', import.meta.url);
const script = (name: string) => new URL(`../scripts/${name}`, import.meta.url).href; // not a literal: it has no types
const told = (await import(script('scene-stories.mjs'))) as {
  stories: Record<string, Story>;
  longRuns: string[];
  remarks: Record<string, string>;
};
const { sceneGuide } = (await import(script('scene-guide.mjs'))) as {
  sceneGuide: (groups: typeof sceneGroups, stories: typeof told) => string;
};
const HINT = 'run `npm run build && npm run pictures`';
const read = (path: string) => readFileSync(new URL(path, DOCS), 'utf8');
const names = scenes.map(({ name }) => name);

for (const scene of scenes) {
  const story = told.stories[scene.name] ?? defaultStory(scene);
  const long = told.longRuns.includes(scene.name);
  test(`the picture of ${scene.name} is current${long ? ', by the mark of its first steps' : ''}`, () => {
    const svg = read(`images/scenes/${scene.name}.svg`);
    if (long) expect(svg, HINT).toContain(`<!-- first steps: ${markOfFirstSteps(scene, story)} -->`);
    else expect(svg === drawScene(scene, story), `docs/images/scenes/${scene.name}.svg: ${HINT}`).toBe(true);
    expect(svg.length, 'bytes').toBeLessThan(60_000);
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
}

test('every scene has a picture, and there is no other; stories and remarks are of scenes', () => {
  expect(readdirSync(new URL('images/scenes/', DOCS)).sort()).toEqual(names.map((name) => `${name}.svg`).sort());
  for (const name of [...Object.keys(told.stories), ...Object.keys(told.remarks), ...told.longRuns])
    expect(names).toContain(name);
});

test('the guide to scenes is what the catalogue says', () => {
  expect(read('guide/scenes.md') === sceneGuide(sceneGroups, told), `docs/guide/scenes.md: ${HINT}`).toBe(true);
});
