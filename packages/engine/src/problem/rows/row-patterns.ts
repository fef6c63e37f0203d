/** Which bodies the rows of a world's problems touch: the same object while that stays, by which solvers know their analysis. */
import { findRuns } from '../../linalg/block-rows.ts';

/** Never written into. */
export interface RowPattern {
  /** `rowStart` and `body` of a `Structure`. */
  readonly rowStart: Int32Array;
  readonly body: Int32Array;
  /** See `findRuns`. */
  readonly runs: Int32Array;
}

/** Patterns kept: a step may have a problem for each way in which its islands are stepped. */
const MOST = 4;

export class RowPatterns {
  private readonly known: RowPattern[] = [];

  /** The pattern of n rows with so many blocks, whose numbers are at the start of these arrays. */
  of(rowStart: Int32Array, body: Int32Array, n: number, blocks: number): RowPattern {
    const { known } = this;
    for (let k = 0; k < known.length; k++) {
      const pattern = known[k];
      if (pattern.rowStart.length !== n + 1 || pattern.body.length !== blocks) continue;
      if (!begins(pattern.body, body) || !begins(pattern.rowStart, rowStart)) continue;
      if (k > 0) {
        known[k] = known[0]; // the last one used is looked at first
        known[0] = pattern;
      }
      return pattern;
    }
    const touched = { rowStart: rowStart.slice(0, n + 1), body: body.slice(0, blocks) };
    const made = { ...touched, runs: findRuns(touched) };
    known.unshift(made);
    known.length = Math.min(known.length, MOST);
    return made;
  }
}

/** `longer` begins with the numbers of `list`. */
function begins(list: Int32Array, longer: Int32Array): boolean {
  for (let k = 0; k < list.length; k++) if (list[k] !== longer[k]) return false;
  return true;
}
