// npm run pictures -- [scene...]: docs/images/scenes/*.svg, all or those named, and docs/guide/scenes.md, from the catalogue (after
// npm run build). A test checks that the committed files are what this writes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit, stderr, stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { sceneGroups, scenes } from '@signorini/engine/scenes';
import { defaultStory, drawScene } from '@signorini/lab';
import { sceneGuide } from './scene-guide.mjs';
import { remarks, stories } from './scene-stories.mjs';

const DOCS = fileURLToPath(new URL('../docs/', import.meta.url));
const [, , ...asked] = argv;
const unknown = asked.find((name) => !scenes.some((scene) => scene.name === name));
if (unknown !== undefined) {
  stderr.write(`pictures: expected names of scenes, found "${unknown}"; \`npx signorini scenes\` lists them\n`);
  exit(2);
}

mkdirSync(join(DOCS, 'images/scenes'), { recursive: true });
for (const scene of scenes.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  stdout.write(`${scene.name}\n`);
  const svg = drawScene(scene, stories[scene.name] ?? defaultStory(scene));
  writeFileSync(join(DOCS, 'images/scenes', `${scene.name}.svg`), svg);
}
writeFileSync(join(DOCS, 'guide/scenes.md'), sceneGuide(sceneGroups, { stories, remarks }));
