// The page of docs/measured on the laboratory: datasets written and read, sweeps on threads and through a queue, recorded runs.   bench/lab.mjs
import { figure, percent, table } from './format.mjs';

const mega = (bytes) => (bytes / 1e6).toFixed(1);

export const labPage = {
  name: 'lab',
  title: 'Datasets, sweeps and recorded runs',
  question:
    'How fast are datasets written and read, and how large are they? What do threads and a queue do for sweeps? What does recording cost?',
  about: `The problems of a run are written through the journal, the file is built from it, and all problems are read in order.
Speeds are of the numbers (8 bytes each), the best of twelve rounds, by the clock and by the CPU time of all threads, which
says more on a busy machine. The file also lies in the memory of the system.

A sweep of 200 short runs of the wall is done with one thread and with two. A sweep of 10 000 very short runs goes through
a queue to two processes of one worker, all on this machine; work without a queue is the same sweep on two threads.

A run is taken with and without \`--record\`, in turns; each ratio is of two neighbours.`,
  theory: [
    ['datasets', '../guide/datasets.md'],
    ['sweeps', '../guide/sweep.md'],
    ['recorded runs', '../guide/record.md'],
  ],
  body: ({ datasets, sweeps: { threads, queue, load }, recording }) => [
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
    table(
      ['sweep', 'items', 'threads', 'clock, s', 'CPU, s'],
      [0, 1].map((k) => [
        ...['brick-wall, 30 steps', threads.items, k + 1],
        ...[figure(threads.seconds[k], 3), figure(threads.cpuSeconds[k], 3)],
      ]),
    ),
    table(
      ['10 000 items through a queue', 'clock, s', 'CPU per item, ms'],
      [
        ['the work without a queue', figure(queue.secondsDirect, 3), figure(queue.cpuMsPerItem.direct)],
        ['the worker and its processes, work included', figure(queue.seconds, 3), figure(queue.cpuMsPerItem.worker)],
        ['the sweep, which fills the queue and collects', '', figure(queue.cpuMsPerItem.sweep)],
        ['the Redis server', '', figure(queue.cpuMsPerItem.server)],
      ],
    ),
    `Meanwhile ${figure(load)} processes wanted to run; with many more than cores and threads the clock says little, and the
CPU time is what counts. The queue takes ${percent(1 - queue.secondsDirect / queue.seconds)} of the clock time of items as short as these, and ${percent(1 - queue.cpuMsPerItem.direct / (queue.cpuMsPerItem.worker + queue.cpuMsPerItem.sweep + queue.cpuMsPerItem.server))} of the CPU time. The sweep
and the server are shared by all workers: with ${figure(queue.cpuMsPerItem.sweep)} ms per item they keep up with about
${Number((1e3 / queue.cpuMsPerItem.sweep).toPrecision(2))} items per second.`,
    table(
      ['run', 'steps', 'file, MB', 'by', 'extra while it runs', 'with building the file'],
      ['clock', 'cpu'].map((by) => [
        ...[recording.scene, recording.steps, mega(recording.fileBytes), by === 'cpu' ? 'CPU time' : 'clock'],
        ...[percent(recording[by].run), percent(recording[by].whole)],
      ]),
    ),
  ],
};
