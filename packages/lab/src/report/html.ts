/** Text as HTML, and the solver's symbol that stands beside its name everywhere in the page. */
import type { SolverStyle } from '../plots/solver-style.ts';

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export function symbol({ color, shape }: SolverStyle): string {
  return `<svg class="symbol" viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true"><path d="${shape}" fill="${color}"/></svg>`;
}

export interface Column {
  readonly title: string;
  /** A second line of the heading: the unit. */
  readonly unit?: string;
  /** Text to the left, figures to the right. */
  readonly text?: boolean;
}

/** Cells are HTML. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const heading = columns
    .map(({ title, unit, text }) => {
      const second = unit === undefined ? '' : `<br><small>${escaped(unit)}</small>`;
      return `<th scope="col"${text ? ' class="text"' : ''}>${escaped(title)}${second}</th>`;
    })
    .join('');
  const body = rows.map((cells) => {
    const inside = cells.map((cell, c) => {
      if (c === 0) return `<th scope="row">${cell}</th>`;
      return columns[c]?.text ? `<td class="text">${cell}</td>` : `<td>${cell}</td>`;
    });
    return `<tr>${inside.join('')}</tr>`;
  });
  return `<div class="scroll"><table><thead><tr>${heading}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table></div>`;
}
