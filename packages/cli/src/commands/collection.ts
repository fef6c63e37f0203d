/** signorini collection [name]: the problems that ship with the project, and where each comes from. Thin: read, print. */
import { counted, plain, stepText } from '@signorini/lab';
import {
  type CollectionEntry,
  type CollectionIndex,
  collectionFile,
  findInCollection,
  readCollection,
} from '@signorini/lab/node';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { aligned } from '../table.ts';

export function addCollection(program: Command, io: Io): void {
  program
    .command('collection')
    .argument('[name]', 'one problem only')
    .description('the problems that ship with the project: size, friction, what is hard about them, provenance')
    .option('--json', 'print one JSON document')
    .action(async (name: string | undefined, { json }: { json?: boolean }) => {
      const collection = await readCollection();
      if (name === undefined) {
        io.out(json ? `${JSON.stringify(collection, null, 2)}\n` : listText(collection));
        return;
      }
      const entry = await findInCollection(name);
      const { version, licence, made } = collection;
      const document = { collection: version, licence, made, ...entry, file: collectionFile(name) };
      io.out(json ? `${JSON.stringify(document, null, 2)}\n` : entryText(entry, collection));
    });
}

function listText({ problems, version, content, licence }: CollectionIndex): string {
  const bytes = problems.reduce((sum, entry) => sum + entry.bytes, 0);
  const table = [
    ['problem', 'step', 'rows', 'contacts', 'friction', 'kB', 'what is hard about it'],
    ...problems.map((entry) => [
      entry.name,
      String(entry.step),
      String(entry.rows),
      String(entry.contacts),
      frictionText(entry),
      String(Math.round(entry.bytes / 1000)),
      entry.hard,
    ]),
  ];
  const widest = Math.max(...table.map((line) => line.at(-1)!.length));
  return [
    ...aligned(table.map((line) => [...line.slice(0, -1), line.at(-1)!.padEnd(widest)])),
    `${counted(problems.length, 'problem')}, ${(bytes / 1e6).toFixed(1)} MB; version ${version}, content ${content}, licence ${licence}\n`,
    '`signorini collection NAME` shows where one comes from; `signorini solve collection:NAME` solves it\n',
  ].join('');
}

function entryText(entry: CollectionEntry, { version, licence, made }: CollectionIndex): string {
  const { name, scene, parameters, settings, solver, step, time, timeStep } = entry;
  const lines: [string, string][] = [
    ['hard', entry.hard],
    ['scene', `${scene}, step ${step} of ${stepText(timeStep)}${time === null ? '' : `, until ${time.toFixed(3)} s`}`],
    ['parameters', assignments(parameters)],
    ...(Object.keys(settings).length > 0 ? [['settings', assignments(settings)] as [string, string]] : []),
    ['driven by', `${solver.name}, coupling ${solver.coupling}${entry.solved ? '' : '; it did not solve this step'}`],
    [
      'size',
      `${entry.rows} rows, ${counted(entry.contacts, 'contact')} (${frictionText(entry)}), ${entry.bodies} bodies`,
    ],
    ['stored', `friction bounds, warm start${entry.solved ? ', reference answer' : ''}`],
    ['hash', entry.hash],
    ['file', `${name}.h5, ${Math.round(entry.bytes / 1000)} kB (--json has its path)`],
    ['collection', `version ${version}, licence ${licence}, made with signorini ${made.engine}`],
    ['solve', `signorini solve collection:${name}`],
    ['compare', `signorini replay collection:${name} --coupling own`],
  ];
  return `${name}\n${lines.map(([title, text]) => `  ${title.padEnd(11)} ${text}\n`).join('')}`;
}

function assignments(values: Readonly<Record<string, unknown>>): string {
  const list = Object.entries(values).map(
    ([key, value]) => `${key} ${typeof value === 'number' ? plain(value) : value}`,
  );
  return list.join(', ') || 'none';
}

const frictionText = ({ friction }: CollectionEntry) => friction.join('+') || 'none';
