/**
 * HTML that cannot forget to escape: every value put into the template `html` is escaped unless it is itself `Html`, and
 * no writer of pages takes anything else. The solver's symbol stands beside its name everywhere in the page.
 */
import { escaped } from '../escaped.ts';
import type { SolverStyle } from '../plots/solver-style.ts';

/** Text that is HTML already. Only `html`, `joined` and `drawing` make it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

export type { Html };

/** Values that a template takes; a list is put in one after the other. */
type Inserted = string | number | Html | readonly Html[];

/** html`<b title="${caption}">${name}</b>`: values are escaped, for text and for attributes in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  return new Html(parts.map((part, k) => (k === 0 ? part : `${inserted(values[k - 1])}${part}`)).join(''));
}

/** Anything that is not Html is text, whatever a file that was read claims it to be. */
function inserted(value: unknown): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(inserted).join('');
  return escaped(String(value));
}

export function joined(list: readonly Html[], between = ''): Html {
  return new Html(list.map(String).join(escaped(between)));
}

/** A picture that our own renderer drew, or a style sheet of our own. */
export function drawing(svg: string): Html {
  return new Html(svg);
}

interface PageParts {
  readonly title: string;
  /** Version of the engine. */
  readonly version: string;
  readonly style: string;
  /** Beyond style sheets of its own a page may load nothing; its own script by this hash. */
  readonly scriptHash?: string;
  /** Attributes of the body, and what it holds. */
  readonly attributes?: Html;
  readonly body: Html;
}

/** A whole page that loads nothing from elsewhere. */
export function pageOf({ title, version, style, scriptHash, attributes, body }: PageParts): string {
  const script = scriptHash === undefined ? '' : `; script-src 'sha256-${scriptHash}'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'${drawing(script)}">
<meta name="generator" content="signorini ${version}">
<title>${title}</title>
<style>${drawing(style)}</style>
</head>
<body${attributes ?? ''}>
${body}
</body>
</html>
`.text;
}

export function symbol({ color, shape }: SolverStyle): Html {
  return html`<svg class="symbol" viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true"><path d="${shape}" fill="${color}"/></svg>`;
}

export interface Column {
  readonly title: string;
  /** A second line of the heading: the unit. */
  readonly unit?: string;
  /** Text to the left, figures to the right. */
  readonly text?: boolean;
}

type Cell = string | Html;

export function table(columns: readonly Column[], rows: readonly (readonly Cell[])[]): Html {
  const heading = columns.map(({ title, unit, text }) => {
    const second = unit === undefined ? '' : html`<br><small>${unit}</small>`;
    return text
      ? html`<th scope="col" class="text">${title}${second}</th>`
      : html`<th scope="col">${title}${second}</th>`;
  });
  const body = rows.map((cells) => {
    const inside = cells.map((cell, c) => {
      if (c === 0) return html`<th scope="row">${cell}</th>`;
      return columns[c]?.text ? html`<td class="text">${cell}</td>` : html`<td>${cell}</td>`;
    });
    return html`<tr>${inside}</tr>`;
  });
  return html`<div class="scroll"><table><thead><tr>${heading}</tr></thead><tbody>
${joined(body, '\n')}
</tbody></table></div>`;
}
