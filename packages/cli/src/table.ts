/** Lines of cells, aligned for a terminal. */

/** The first column to the left, figures to the right. */
export function aligned(table: readonly (readonly string[])[]): string[] {
  const widths = table[0]?.map((_, c) => Math.max(...table.map((line) => line[c]?.length ?? 0))) ?? [];
  return table.map((line) => {
    const cells = line.map((text, c) => (c === 0 ? text.padEnd(widths[c] ?? 0) : text.padStart(widths[c] ?? 0)));
    return `${cells.join('  ').trimEnd()}\n`;
  });
}
