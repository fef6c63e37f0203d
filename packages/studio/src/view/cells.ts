/** Columns and rows of equal cells for branches that stand side by side. */
export function cellsOf(count: number, wide: boolean): readonly [columns: number, rows: number] {
  if (count > 3) return [2, 2];
  return wide ? [count, 1] : [1, count];
}

export interface Cell {
  /** Place among the branches that are shown. */
  readonly place: number;
  /** In the cell, -1 to 1 each way. */
  readonly x: number;
  readonly y: number;
}

/** The cell under a point of the canvas, -1 to 1 each way. */
export function cellAt([columns, rows]: readonly [number, number], x: number, y: number): Cell {
  const [across, down] = [(columns * (x + 1)) / 2, (rows * (1 - y)) / 2];
  const column = Math.min(columns - 1, Math.max(0, Math.floor(across)));
  const row = Math.min(rows - 1, Math.max(0, Math.floor(down)));
  return { place: row * columns + column, x: 2 * (across - column) - 1, y: 1 - 2 * (down - row) };
}
