/** Files that people bring along and nothing here reads: what each is, and the way from it to a scene. */

const SCENE_WAY = 'build it as a world in code, and write `JSON.stringify(sceneOf(world))` to a scene file';

/** Told by the content first: an ending says little. */
const KINDS: readonly {
  readonly is: RegExp;
  readonly ending?: RegExp;
  readonly found: string;
  readonly todo: string;
}[] = [
  { is: /^(<[?!][^>]*>\s*)*<robot\b/, found: 'a robot description in URDF', todo: SCENE_WAY },
  { is: /^(<[?!][^>]*>\s*)*<mujoco\b/, found: 'a model in MJCF, the format of MuJoCo', todo: SCENE_WAY },
  { is: /^(<[?!][^>]*>\s*)*<sdf\b/, found: 'a world in SDF, the format of Gazebo', todo: SCENE_WAY },
  { is: /^</, found: 'XML', todo: SCENE_WAY },
  {
    is: /^(import|export|const|let|var|function|class|async|'use strict'|"use strict"|\/\/|\/\*)(?=\W|$)/,
    ending: /\.[cm]?[jt]sx?$/i,
    found: 'a program',
    todo: 'let it write `JSON.stringify(sceneOf(world))` to a scene file, and open that',
  },
  {
    is: /^[^\n{}[\]<>]*[,;\t][^\n{}[\]<>]*(\r?\n|$)/,
    ending: /\.[ct]sv$/i,
    found: 'a table (CSV)',
    todo: 'a table has no bodies: open the scene, problem or recorded run that it came from',
  },
];

/** Names the format of a text and what to do, as the end of a sentence after `expected ...,`; undefined: nothing known. */
export function foreignFile(name: string, text: string): string | undefined {
  const begun = text.slice(0, 4096).trimStart();
  const kind =
    KINDS.find(({ ending }) => ending?.test(name)) ??
    (/^[{["]/.test(begun) ? undefined : KINDS.find(({ is }) => is.test(begun)));
  return kind && `found ${kind.found}, which is not read here; ${kind.todo}`;
}
