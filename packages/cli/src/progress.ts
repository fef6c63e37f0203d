/**
 * How far a long command is: a bar with an estimate if stderr is a terminal, else a line every ten seconds. No escape
 * codes: a line is overwritten with blanks.
 */
import { shortened } from '@signorini/engine/checks';
import type { Io } from './io.ts';

const REDRAWN = 100; // ms
const LINES = 10_000; // ms
const WIDTH = 20; // characters of the bar
const LONGEST = 40; // characters of what is being done

export class Progress {
  private readonly io: Io;
  private start: number;
  private title = '';
  private last: number;
  private shown = 0; // characters of the line that is on the terminal

  constructor(io: Io) {
    this.io = io;
    this.start = io.clock();
    this.last = io.columns ? Number.NEGATIVE_INFINITY : this.start;
  }

  /** `done` of `total` parts are finished; `what` is being done now. May be called as often as one likes. */
  at(title: string, done: number, total: number, what = ''): void {
    const now = this.io.clock();
    if (title !== this.title) [this.title, this.start] = [title, now]; // the next part has its own estimate
    const { columns } = this.io;
    if (now - this.last < (columns ? REDRAWN : LINES)) return;
    this.last = now;
    const share = total > 0 ? Math.min(1, done / total) : 0;
    const parts = [
      shortened(title),
      ...(columns ? [bar(share)] : []),
      `${done}/${total}`,
      `${Math.floor(100 * share)} %`,
      ...(share > 0 ? [`${timeText(((now - this.start) * (1 - share)) / share)} left`] : []),
      ...(what === '' ? [] : [shortened(what, LONGEST)]),
    ];
    this.print(parts.join('  '));
  }

  /** Something without an end in sight, on a terminal only. */
  doing(what: string): void {
    if (this.io.columns) this.print(shortened(what, LONGEST));
  }

  /** Clears the line: what follows is the result. */
  end(): void {
    if (this.shown > 0) this.io.err(`\r${' '.repeat(this.shown)}\r`);
    this.shown = 0;
  }

  private print(line: string): void {
    const { columns, err } = this.io;
    if (!columns) {
      err(`${line}\n`);
      return;
    }
    const cut = line.slice(0, columns() - 1); // a line that wraps cannot be overwritten
    err(`\r${cut.padEnd(this.shown)}`);
    this.shown = cut.length;
  }
}

function bar(share: number): string {
  const full = Math.round(WIDTH * share);
  return `[${'#'.repeat(full)}${'.'.repeat(WIDTH - full)}]`;
}

function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 100) return `${seconds} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}
