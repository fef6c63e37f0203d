/**
 * One pair of a colour and a shape per solver, the same in every picture: readers who cannot distinguish the colours have
 * the shapes. Twelve of each make 144 pairs; the second dozen of solvers has the colours of the first with other shapes. Each colour has a contrast of at least 3:1 to white and to the dark page alike, so pictures need one set.
 */
import { solvers } from '@signorini/engine/solvers';

export interface SolverStyle {
  readonly color: string;
  /** An SVG path inside [-1, 1] x [-1, 1]. */
  readonly shape: string;
}

const COLORS = [
  ...['#2b7fd6', '#d9730d', '#1a9a60', '#d1489b', '#8b63d9', '#7d8796'],
  ...['#a8743a', '#d6453d', '#1798a8', '#8a8f1d', '#5470b5', '#b06a86'],
];

const SHAPES = [
  'M1,0A1,1,0,1,1,-1,0A1,1,0,1,1,1,0Z', // disc
  'M-0.85,-0.85L0.85,-0.85L0.85,0.85L-0.85,0.85Z', // square
  'M0,-1L1,0.8L-1,0.8Z', // triangle, up
  'M0,-1.1L0.9,0L0,1.1L-0.9,0Z', // diamond
  'M-0.35,-1L0.35,-1L0.35,-0.35L1,-0.35L1,0.35L0.35,0.35L0.35,1L-0.35,1L-0.35,0.35L-1,0.35L-1,-0.35L-0.35,-0.35Z', // plus
  'M0,1L1,-0.8L-1,-0.8Z', // triangle, down
  'M0.5,-1L1,-0.5L0.5,0L1,0.5L0.5,1L0,0.5L-0.5,1L-1,0.5L-0.5,0L-1,-0.5L-0.5,-1L0,-0.5Z', // times
  'M0,-1.1L0.3,-0.35L1.05,-0.34L0.45,0.15L0.65,0.9L0,0.45L-0.65,0.9L-0.45,0.15L-1.05,-0.34L-0.3,-0.35Z', // star
  'M1,0L-0.8,1L-0.8,-1Z', // triangle, right
  'M-1,0L0.8,1L0.8,-1Z', // triangle, left
  'M-1,-0.45L1,-0.45L1,0.45L-1,0.45Z', // bar
  'M-0.45,-1L0.45,-1L0.45,1L-0.45,1Z', // post
];

/** By the place in the registry; names that are not in it come after, in the order given. */
export function solverStyles(names: readonly string[]): Map<string, SolverStyle> {
  const known = solvers.map(({ name }) => name);
  const order = [...new Set([...known, ...names])];
  return new Map(
    names.map((name) => {
      const k = order.indexOf(name);
      return [
        name,
        { color: COLORS[k % COLORS.length]!, shape: SHAPES[(k + Math.floor(k / COLORS.length)) % SHAPES.length]! },
      ];
    }),
  );
}
