/** A dataset of JSON lines, a problem each: the places of the lines are found at once, a problem is read when it is asked for. */
import { type Problem, ProblemFormatError, readProblem } from '@signorini/engine/problem';
import { type FileBytes, FileError } from '@signorini/lab/files';

export interface LineDataset {
  readonly path: string;
  readonly title: string;
  readonly entries: readonly { readonly title: string; readonly step: number | null }[];
  /** From 0. @throws FileError */
  problem(place: number): Problem;
}

const PIECE = 4e6; // bytes
const MOST_LINES = 1e6;
const NEWLINE = 10;

/** @param longest bytes of a line. @throws FileError */
export function lineDataset(path: string, bytes: FileBytes, longest: number): LineDataset {
  const lines = linesOf(path, bytes, longest);
  return {
    path,
    title: path,
    entries: lines.map((_, place) => ({ title: `line ${place + 1}`, step: null })),
    problem: (place) => {
      const [from, to] = lines[place]!;
      try {
        return readProblem(textOf(path, bytes, from, to));
      } catch (error) {
        if (error instanceof ProblemFormatError) throw new FileError(`${path}#${place + 1}`, error.message);
        throw error;
      }
    },
  };
}

/** First and last byte of every line that is not empty. */
function linesOf(path: string, bytes: FileBytes, longest: number): (readonly [number, number])[] {
  const lines: [number, number][] = [];
  const piece = new Uint8Array(PIECE);
  let start = 0;
  let blank = true;
  const end = (at: number) => {
    if (at - start > longest)
      throw new FileError(
        path,
        `expected lines of at most ${longest / 1e6} MB, found one of ${Math.ceil((at - start) / 1e6)} MB`,
      );
    if (!blank) lines.push([start, at]);
    if (lines.length > MOST_LINES) throw new FileError(path, `expected at most ${MOST_LINES} lines, found more`);
    start = at + 1;
    blank = true;
  };
  for (let at = 0; at < bytes.size; ) {
    const count = bytes.read(piece, 0, Math.min(PIECE, bytes.size - at), at);
    if (count <= 0) break;
    for (let k = 0; k < count; k++) {
      const byte = piece[k]!;
      if (byte === NEWLINE) end(at + k);
      else if (byte > 32) blank = false;
    }
    at += count;
    if (at - start > longest) end(at);
  }
  end(bytes.size);
  return lines;
}

/** UTF-8. @throws FileError if it is not */
export function textOf(path: string, bytes: FileBytes, from: number, to: number): string {
  const whole = new Uint8Array(to - from);
  const read = bytes.read(whole, 0, whole.length, from);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole.subarray(0, read));
  } catch {
    throw new FileError(path, 'expected text in UTF-8, found other bytes');
  }
}
