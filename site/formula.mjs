// Formulas of the theory pages, typeset. They are written as plain text in indented blocks, so that they can be read in an editor
// and on a code host; this reads that notation and gives it to KaTeX. Words stay words.
import katex from 'katex';
import { texOf, tokensOf } from './notation.mjs';

const LABEL = /^(.*?\S)\s{2,}\(([A-Z]+\d+)\)$/;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Lines of a block: what is said, how far it is indented, and the label at its end. */
export function linesOf(block) {
  return block
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, body, label] = LABEL.exec(line.trimEnd()) ?? [undefined, line.trimEnd(), undefined];
      return { body: body.trimStart(), indent: /^ */.exec(body)[0].length, label };
    });
}

const OPERATORS = 'in|times|mid|le|ge|to|leftarrow|cdot|mp|perp|oplus|Leftrightarrow|mathrel|dots';
const AFTER_OPERATOR = new RegExp(String.raw`\\(?:${OPERATORS})$`);
const FACTOR = new RegExp(String.raw`^(?:[\w(|[]|\{(?![+-]\})|\\(?!(?:${OPERATORS})\b|,))`);

/** A thin space where the text has one between two factors: `A x`, `2 pi`. */
const between = (before, { text, space }) =>
  space && /[\w}')\]|*]$/.test(before) && !AFTER_OPERATOR.test(before) && FACTOR.test(text) ? '\\,' : ' ';

/** Runs of words, and of maths as TeX, in the order of the line. */
export function runsOf(body, page) {
  const runs = [];
  for (const token of texOf(tokensOf(body), page)) {
    const last = runs.at(-1);
    if (token.kind === 'gap') runs.push({ kind: 'gap', text: '' });
    else if (last?.kind === token.kind && token.kind !== 'code')
      last.text += (token.kind === 'tex' ? between(last.text, token) : token.space ? ' ' : '') + token.text;
    else runs.push({ kind: token.kind, text: token.text, space: token.space });
  }
  return runs;
}

/** An operator next to words has the space of an operator next to a symbol. */
const spaced = (tex) => {
  const operator = String.raw`(?:[-+=/<>]|\\(?:${OPERATORS})(?![a-z{]))`;
  return tex.replace(new RegExp(`^(?=${operator})`), '{}').replace(new RegExp(`(${operator})$`), '$1{}');
};

const htmlOf = ({ kind, text, space }) => {
  const before = space ? ' ' : '';
  if (kind === 'tex')
    return (
      before + katex.renderToString(spaced(text), { throwOnError: true, strict: 'error', output: 'htmlAndMathml' })
    );
  return before + (kind === 'code' ? `<code>${escaped(text)}</code>` : escaped(text));
};

/** Runs between gaps stay together where the width allows it. */
function phrasesOf(runs) {
  const phrases = [[]];
  for (const run of runs)
    if (run.kind === 'gap') phrases.push([]);
    else phrases.at(-1).push(run);
  return phrases.filter((phrase) => phrase.length > 0);
}

/** A block of formulas as HTML, one row per line with its label at the right. */
export function formula(block, page) {
  const rows = linesOf(block).map(({ body, indent, label }) => {
    const said = phrasesOf(runsOf(body, page))
      .map((phrase) => `<span class="phrase">${phrase.map(htmlOf).join('')}</span>`)
      .join(' ');
    const mark = label ? `<span class="label" id="${label}">(${label})</span>` : '';
    return `<div class="row"><span class="said"${indent > 0 ? ' style="padding-left: 2em"' : ''}>${said}</span>${mark}</div>`;
  });
  return `<div class="formula" v-pre>${rows.join('')}</div>\n`;
}

/** Symbols with an index in running text, which is HTML already: a_ii gets its index below the line. */
export const inText = (html) =>
  html.replace(
    /(?<![\w`])(?:([A-Za-zα-ωΣ]|dx|Jt)|(?<=\)))_([a-z]{1,2}|[A-Z]{1,2}|\d)(?![\w(])/gu,
    (_, symbol = '', index) => `${symbol && `<var>${symbol}</var>`}<sub>${index}</sub>`,
  );
