/** signorini scenes [name]: what there is, with every parameter, its unit and range, and what is known of the answer. */
import {
  findScene,
  parameterRange,
  type Scene,
  type SceneParameter,
  sceneSchema,
  scenes,
} from '@signorini/engine/scenes';
import { stepText } from '@signorini/lab';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { plain } from '../quantities.ts';

export function addScenes(program: Command, io: Io): void {
  program
    .command('scenes')
    .argument('[name]', 'one scene only')
    .description('every scene: parameters with units, ranges and defaults, and what is known of its answer')
    .option('--json', 'print one JSON document')
    .option('--schema', 'print the JSON Schema of scene files instead')
    .action((name: string | undefined, { json, schema }: { json?: boolean; schema?: boolean }) => {
      if (schema) return io.out(`${JSON.stringify(sceneSchema(), null, 2)}\n`);
      const list = name === undefined ? scenes : [findScene(name)];
      if (json) io.out(`${JSON.stringify({ scenes: list.map(documentOf) }, null, 2)}\n`);
      else io.out(list.map(textOf).join('\n'));
    });
}

function documentOf({ name, summary, reference, known, steps, timeStep, parameters }: Scene) {
  return { name, summary, reference, known, steps, timeStep, parameters };
}

function textOf({ name, summary, reference, known, steps, timeStep, parameters }: Scene): string {
  const width = Math.max(0, ...Object.keys(parameters).map((key) => key.length));
  const lines = Object.entries(parameters).map(([key, spec]) => `    ${key.padEnd(width)}  ${parameterText(spec)}\n`);
  return [
    `${name}  ${summary}\n`,
    `  ${reference}; ${steps} steps of ${stepText(timeStep)}\n`,
    ...lines,
    `  known: ${known}\n`,
  ].join('');
}

function parameterText(spec: SceneParameter): string {
  const unit = spec.unit === '' ? '' : ` ${spec.unit}`;
  return `${`${plain(spec.default)}${unit}`.padEnd(14)} ${parameterRange(spec)}; ${spec.summary}`;
}
