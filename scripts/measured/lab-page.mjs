// The page of docs/measured on the laboratory's data: datasets written and read.   bench/lab.mjs
import { figure, percent, table } from './format.mjs';

const mega = (bytes) => (bytes / 1e6).toFixed(1);

export const labPage = {
  name: 'lab',
  title: 'Datasets',
  question: 'How fast are datasets written and read, and how large are they?',
  about: `The problems of a run are written through the journal, the file is built from it, and all problems are read in order.
Speeds are of the numbers (8 bytes each), the best of twelve rounds, by the clock and by the CPU time of all threads, which
says more on a busy machine. The file also lies in the memory of the system.`,
  theory: [['datasets', '../guide/datasets.md']],
  body: ({ datasets }) => [
    table(
      ['scene', 'problems', 'numbers, MB', 'JSON lines, MB', 'file, MB', 'of the JSON lines'],
      datasets.map((row) => [
        ...[row.scene, row.problems, mega(row.numbersBytes), mega(row.jsonBytes), mega(row.fileBytes)],
        percent(row.fileBytes / row.jsonBytes),
      ]),
    ),
    table(
      ['scene', 'by', 'journal, MB/s', 'building the file, MB/s', 'reading all, MB/s', 'reading one problem, ms'],
      datasets.flatMap((row) =>
        ['clock', 'cpu'].map((by) => [
          ...[row.scene, by === 'cpu' ? 'CPU time' : 'clock'],
          ...['journal', 'build', 'read', 'oneMs'].map((key) => figure(row[by][key])),
        ]),
      ),
    ),
  ],
};
