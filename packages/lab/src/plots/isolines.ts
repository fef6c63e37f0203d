/**
 * Lines of equal value of f(x, y) on a grid: marching squares, each crossing linear along its cell edge, segments
 * joined into lines. A saddle cell is split by the mean of its corners.
 */
export interface Grid {
  readonly from: number;
  readonly to: number;
  /** Cells along each axis. */
  readonly cells: number;
}

export type Polyline = readonly (readonly [x: number, y: number])[];

export function isolines(f: (x: number, y: number) => number, grid: Grid, level: number): Polyline[] {
  return join(segments(f, grid, level));
}

/** A point on the grid edge with that name, so that neighbours meet in it exactly. */
interface Crossing {
  readonly edge: string;
  readonly point: readonly [number, number];
}

function segments(f: (x: number, y: number) => number, grid: Grid, level: number): [Crossing, Crossing][] {
  const step = (grid.to - grid.from) / grid.cells;
  const at = (k: number) => grid.from + k * step;
  const value = Array.from({ length: grid.cells + 1 }, (_, i) =>
    Array.from({ length: grid.cells + 1 }, (_, j) => f(at(i), at(j)) - level),
  );
  const v = (i: number, j: number) => value[i]?.[j] ?? Number.NaN;
  const crossing = (i: number, j: number, di: number, dj: number): Crossing => {
    const t = v(i, j) / (v(i, j) - v(i + di, j + dj));
    return { edge: `${i},${j},${di}`, point: [at(i + t * di), at(j + t * dj)] };
  };
  const found: [Crossing, Crossing][] = [];
  for (let i = 0; i < grid.cells; i++)
    for (let j = 0; j < grid.cells; j++) {
      const inside = [v(i, j), v(i + 1, j), v(i + 1, j + 1), v(i, j + 1)].map((c) => c > 0);
      const sides = [
        () => crossing(i, j, 1, 0),
        () => crossing(i + 1, j, 0, 1),
        () => crossing(i, j + 1, 1, 0),
        () => crossing(i, j, 0, 1),
      ];
      const crossed = sides.filter((_, side) => inside[side] !== inside[(side + 1) % 4]).map((make) => make());
      const [a, b, c, d] = crossed;
      if (a && b && c && d) {
        const middle = v(i, j) + v(i + 1, j) + v(i + 1, j + 1) + v(i, j + 1) > 0;
        found.push(
          ...((middle === inside[0]
            ? [
                [a, b],
                [c, d],
              ]
            : [
                [a, d],
                [b, c],
              ]) as [Crossing, Crossing][]),
        );
      } else if (a && b) found.push([a, b]);
    }
  return found;
}

/** Chains segments that share an edge crossing into lines, open ends first, then closed loops. */
function join(pieces: readonly [Crossing, Crossing][]): Polyline[] {
  const touching = new Map<string, number[]>();
  pieces.forEach((piece, index) => {
    for (const { edge } of piece) touching.set(edge, [...(touching.get(edge) ?? []), index]);
  });
  const used = new Set<number>();
  const lines: Polyline[] = [];
  const follow = (start: Crossing) => {
    const line = [start.point];
    let here = start;
    for (;;) {
      const index = touching.get(here.edge)?.find((candidate) => !used.has(candidate));
      const piece = index === undefined ? undefined : pieces[index];
      if (index === undefined || !piece) break;
      used.add(index);
      here = piece[0].edge === here.edge ? piece[1] : piece[0];
      line.push(here.point);
    }
    if (line.length > 1) lines.push(line);
  };
  for (const piece of pieces) for (const end of piece) if (touching.get(end.edge)?.length === 1) follow(end);
  for (const piece of pieces) follow(piece[0]);
  return lines;
}
