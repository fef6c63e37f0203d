// The plain-text notation of the theory pages: tokens, and TeX for those that are maths.
const GREEK = 'alpha beta gamma delta eps theta lambda mu nu rho sigma tau omega phi psi kappa pi'.split(' ');
const FUNCTIONS = 'max min sin cos tan log lim'.split(' ');
const OPERATORS = 'clamp mid argmin diag atan2 log2 dist tr sym normalise vec mix project support merit open GS'.split(
  ' ',
);
/** Symbols of two letters and more, beside d with a symbol. */
const SYMBOLS = 'es de lo hi Jt Mt Wm Dv'.split(' ');
const SUPERSCRIPTS = {
  '⁰': 0,
  '¹': 1,
  '²': 2,
  '³': 3,
  '⁴': 4,
  '⁵': 5,
  '⁶': 6,
  '⁷': 7,
  '⁸': 8,
  '⁹': 9,
  '⁻': '-',
  ᵀ: 'T',
  '⁺': '+',
};
const SUBSCRIPTS = { '₊': '+', '₋': '-', '₀': 0, '₁': 1, '₂': 2 };
const LETTERS = {
  α: '\\alpha',
  λ: '\\lambda',
  ρ: '\\rho',
  φ: '\\varphi',
  π: '\\pi',
  ω: '\\omega',
  ψ: '\\psi',
  θ: '\\theta',
  μ: '\\mu',
};
const SIGNS = {
  '<=>': '\\Leftrightarrow',
  '-/+': '\\mp',
  '_|_': '\\perp',
  '(+)': '\\oplus',
  '...': '\\dots',
  '<=': '\\le',
  '>=': '\\ge',
  '<-': '\\leftarrow',
  '->': '\\to',
  ':=': '\\mathrel{:=}',
  '+=': '\\mathrel{+\\!=}',
  '‖': '\\|',
  '·': '\\cdot',
  '×': '\\times',
  '{': '\\{',
  '}': '\\}',
  '%': '\\%',
  '½': '\\tfrac12',
};
/** Pages in which ` x ` between two vectors is their cross product; elsewhere x is the vector of impulses. */
const CROSSES = /\/(collision|contact-rows|joints|forces|integrators|dynamics)\.md$/;
/** Pages in which w+ and w- are the two parts of w; elsewhere a plus is what comes after the step. */
const PARTS = /\/(complementarity|error-measures|lemke)\.md$/;
/** Words that look like d with a symbol. */
const WORDS = ['do'];

const TOKEN = new RegExp(
  [
    '(?<gap> {2,})',
    '(?<space> )',
    '(?<code>`[^`]*`)',
    '(?<unit>N s(?=,| {2}|$))',
    '(?<cite>\\([A-Z]+\\d+\\)(?:-\\([A-Z]+\\d+\\))?|T-FP|EATK18|EPTK19)',
    '(?<number>\\d+(?: \\d{3}(?!\\d))*(?:\\.\\d+)?(?:e[+-]?\\d+(?!\\w))?)',
    "(?<word>[A-Za-zé]{2,}(?:-[A-Za-z]{2,})+|[A-Za-z]{2,}'s(?![A-Za-z]))",
    '(?<name>[A-Za-zα-ω][A-Za-z]*\\d?(?![A-Za-z]))',
    `(?<sign>${['<=>', '-/\\+', '_\\|_', '\\(\\+\\)', '\\.\\.\\.', '<=', '>=', '<-', '->', ':=', '\\+='].join('|')}|.)`,
  ].join('|'),
  'gu',
);

/** Tokens with the kind of each, and whether a space is before it. */
export function tokensOf(body) {
  const tokens = [];
  let space = false;
  for (const { groups } of body.matchAll(TOKEN)) {
    const [kind, text] = Object.entries(groups).find(([, found]) => found !== undefined);
    if (kind === 'space') space = true;
    else {
      tokens.push({ kind, text, space });
      space = false;
    }
  }
  return tokens;
}

const isSymbol = (name) =>
  !WORDS.includes(name) &&
  ([...name].length === 1 ||
    GREEK.includes(name) ||
    SYMBOLS.includes(name) ||
    name === 'inf' ||
    /^[A-Za-z]\d$/.test(name) ||
    (/^d./.test(name) && name.length <= 6 && isSymbol(name.slice(1))));

const symbolTex = (name) => {
  if (name === 'inf') return '\\infty';
  if (name === 'eps') return '\\varepsilon';
  if (name === 'phi') return '\\varphi';
  if (GREEK.includes(name)) return `\\${name}`;
  if (LETTERS[name]) return LETTERS[name];
  if (/^[A-Za-z]\d$/.test(name)) return `${name[0]}_{${name[1]}}`;
  if (SYMBOLS.includes(name)) return `\\mathit{${name}}`;
  if (/^d./.test(name)) return `d${symbolTex(name.slice(1)).replace(/^(?=[A-Za-z])/, ' ')}`;
  return name;
};

const numberTex = (text) => {
  const [, digits, exponent] = /^([^e]*)(?:e(.*))?$/.exec(text);
  const plain = digits.replaceAll(' ', '\\,');
  if (exponent === undefined) return plain;
  return `${plain === '1' ? '' : `${plain}\\cdot `}10^{${Number(exponent)}}`;
};

class Reader {
  constructor(tokens, page) {
    this.tokens = tokens;
    this.crosses = CROSSES.test(`/${page}`);
    this.parts = PARTS.test(`/${page}`);
    this.at = 0;
    this.out = [];
  }

  get next() {
    return this.tokens[this.at];
  }

  /** True if the next token has this text and touches the one before it. */
  touches(text) {
    const { next } = this;
    return next !== undefined && !next.space && next.kind !== 'gap' && (text === undefined || next.text === text);
  }

  push(kind, text, space) {
    this.out.push({ kind, text, space });
  }

  read() {
    while (this.next) this.one(this.tokens[this.at++]);
    return this.out;
  }

  one(token) {
    const { kind, text, space } = token;
    if (kind === 'gap') return this.push('gap', '');
    if (kind === 'code') return this.push('code', text.slice(1, -1), space);
    if (kind === 'cite' || kind === 'word') return this.push('text', text, space);
    if (kind === 'unit') return this.push('tex', '\\,\\mathrm{N\\,s}', space);
    if (kind === 'number') return this.number(token);
    if (kind === 'name') return this.name(token);
    return this.sign(token);
  }

  number({ text, space }) {
    const unit = /^(m\/s|N s|N m|J|m|s|rad)(?=[,;)]| {2}|$| [a-z]{2})/.exec(this.rest());
    const isUnit = unit && this.next.space && !/^m\)|^s\)/.test(this.rest()) && (unit[1] !== 'm' || /[.e]/.test(text));
    this.maths(numberTex(text), space);
    if (!isUnit) return;
    for (let length = unit[1].replaceAll(' ', '').length; length > 0; ) length -= this.tokens[this.at++].text.length;
    this.push('tex', `\\,\\mathrm{${unit[1].replace(' ', '\\,')}}`, false);
  }

  /** The rest of the line as text. */
  rest() {
    return this.tokens
      .slice(this.at, this.at + 6)
      .map(({ kind, text, space }, k) => (space && k > 0 ? ' ' : '') + (kind === 'gap' ? '  ' : text))
      .join('');
  }

  /** Puts out maths with the indices, powers and marks that follow it. */
  maths(tex, space) {
    let [base, below, above] = [tex, '', ''];
    const settle = () => {
      if (above) [base, below, above] = [`{${base}${below && `_{${below}}`}${above && `^{${above}}`}}`, '', ''];
    };
    for (;;) {
      const follows = this.tokens[this.at + 1];
      if (base === ']' && this.touches('x')) {
        this.at++;
        below = '\\times'; // the matrix of a cross product
      }
      if (this.touches('~')) {
        this.at++;
        base = `\\tilde{${base}}`;
      } else if (this.touches('*') || this.touches('°')) {
        settle();
        above = this.tokens[this.at++].text === '*' ? '*' : '\\circ';
      } else if (this.touches("'")) {
        settle();
        this.at++;
        above = '\\prime';
      } else if ((this.touches('+') || this.touches('-')) && this.isMark(follows)) {
        const { text } = this.tokens[this.at++];
        if (this.parts && base === 'w') below = text;
        else {
          settle();
          above = text;
        }
      } else if (this.next && this.touches() && SUPERSCRIPTS[this.next.text] !== undefined) {
        settle();
        while (this.touches() && SUPERSCRIPTS[this.next.text] !== undefined)
          above += SUPERSCRIPTS[this.tokens[this.at++].text];
      } else if (this.next && this.touches() && SUBSCRIPTS[this.next.text] !== undefined) {
        below += SUBSCRIPTS[this.tokens[this.at++].text];
      } else if (this.touches('_')) {
        this.at++;
        if (below) settle();
        below += this.script();
      } else if (this.touches('^')) {
        this.at++;
        if (!this.next || this.next.space || this.next.kind === 'gap') base = `\\hat{${base}}`;
        else {
          settle();
          above = this.script();
        }
      } else break;
    }
    this.push('tex', `${base}${below && `_{${below}}`}${above && `^{${above}}`}`, space);
  }

  /** A plus or minus that touches a symbol is a mark of it, unless a number or a symbol touches it on the other side. */
  isMark(follows) {
    return !follows || follows.space || follows.kind === 'gap' || !['number', 'name'].includes(follows.kind);
  }

  /** Reads what stands after _ or ^: a group in brackets, or one name or number with its sign. */
  script() {
    const { text } = this.next;
    if (text === '(' || text === '{') return this.group(text === '(' ? ')' : '}');
    let script = '';
    if (text === '-' || text === '+' || text === '-/+') script += this.tokens[this.at++].text;
    if (!this.touches() && this.next?.space) return script;
    const token = this.next;
    if (!token || !['number', 'name'].includes(token.kind)) {
      if (token?.text === '½') this.at++;
      return script + (token?.text === '½' ? '1/2' : '');
    }
    this.at++;
    const isWord = token.kind === 'name' && !isSymbol(token.text) && token.text.length > 2;
    script += token.kind === 'number' ? numberTex(token.text) : this.scriptName(token.text, isWord);
    const [sign, after] = [this.next, this.tokens[this.at + 1]];
    if ((this.touches('+') || this.touches('-')) && after?.kind === 'number' && !after.space) {
      this.at += 2;
      script += sign.text + after.text;
    } else if (this.touches(',') && after?.kind === 'name' && !after.space) {
      this.at += 2;
      script += `,${after.text}`;
    }
    return script;
  }

  scriptName(name, isWord) {
    if (isWord || name === 'in' || name === 'kin' || name === 'lin') return `\\mathrm{${name}}`;
    if (/^\p{L}\d$/u.test(name)) return name;
    return isSymbol(name) ? symbolTex(name) : name;
  }

  /** Reads a group in brackets as one piece of TeX without them. */
  group(close) {
    const open = this.tokens[this.at++].text;
    const from = this.at;
    for (let depth = 1; depth > 0; this.at++) {
      const { text } = this.tokens[this.at];
      if (text === open) depth++;
      if (text === close) depth--;
    }
    const inner = new Reader(this.tokens.slice(from, this.at - 1), '');
    Object.assign(inner, { crosses: this.crosses, parts: this.parts });
    return inner
      .read()
      .map(({ kind, text, space }) =>
        kind === 'tex' ? text : kind === 'gap' ? '\\;' : `\\text{${space ? ' ' : ''}${text} }`,
      )
      .join(' ');
  }

  name(token) {
    const { text, space } = token;
    const { next } = this;
    const touchesScript = ['_', '^', '('].some((sign) => this.touches(sign));
    const last = this.out.at(-1);
    if (text === 'sqrt' && this.touches('(')) return this.maths(`\\sqrt{${this.group(')')}}`, space);
    if (text === 'sum' && (this.touches('_') || this.isOperand(next))) return this.maths('\\sum', space);
    if (FUNCTIONS.includes(text) && (touchesScript || this.isOperand(next))) return this.maths(`\\${text}`, space);
    if (text === 'log2' && touchesScript) return this.maths('\\log_2', space);
    if (text === 'in' && last?.kind === 'tex' && last.text !== '|' && this.isSet(next))
      return this.push('tex', '\\in', space);
    if (text === 'x' && this.isTimes(token, last)) return this.push('tex', '\\times', space);
    if (text === 'a' && this.isArticle(last)) return this.push('text', text, space);
    if (isSymbol(text)) return this.maths(symbolTex(text), space);
    if (OPERATORS.includes(text) && (touchesScript || this.isOperand(next)))
      return this.maths(`\\operatorname{${text}}`, space);
    const isPower = this.touches() && SUPERSCRIPTS[next?.text] !== undefined;
    if (touchesScript || isPower || this.touches("'")) return this.maths(`\\mathrm{${text}}`, space);
    return this.push('text', text, space);
  }

  /** True if a token begins something that a sum or a function can be taken of. */
  isOperand(token) {
    if (!token || token.kind === 'gap') return false;
    if (token.kind === 'number') return true;
    const after = this.tokens[this.at + 1];
    if (token.text === 'a' && after?.kind === 'name' && !isSymbol(after.text)) return false;
    if (token.kind === 'name')
      return isSymbol(token.text) || FUNCTIONS.includes(token.text) || OPERATORS.includes(token.text);
    return token.kind === 'sign' && ['(', '|', '['].includes(token.text);
  }

  isSet(token) {
    return token && (['[', '('].includes(token.text) || (token.kind === 'name' && /^[A-Z]$/.test(token.text)));
  }

  /** x as a sign: between numbers or words, and on some pages between vectors. */
  isTimes(token, last) {
    const { next } = this;
    if (!token.space || !next?.space || next.kind === 'gap' || !last || last.kind === 'gap') return false;
    const isWord = (one) => one.kind === 'text' || (one.kind === 'name' && !isSymbol(one.text) && one.text !== 'in');
    const isBracket = (one) => ['{', '[', '\\}', '}'].includes(one.text);
    const before = /^[\d.\\,]+$/.test(last.text) || isBracket(last);
    const after = next.kind === 'number' || isWord(next) || isBracket(next) || (before && next.text === '(');
    if (before && after) return true;
    return (
      this.crosses &&
      last.kind === 'tex' &&
      /[\w})]$/.test(last.text) &&
      (next.kind === 'name' ? isSymbol(next.text) : next.text === '(')
    );
  }

  isArticle(last) {
    const { next } = this;
    if (!next?.space || next.kind === 'gap') return false;
    const isWord =
      ['word', 'code'].includes(next.kind) ||
      (next.kind === 'name' &&
        !isSymbol(next.text) &&
        ![...FUNCTIONS, ...OPERATORS, 'where', 'if', 'in', 'sqrt', 'sum'].includes(next.text));
    return isWord && (last?.kind !== 'tex' || /^[,;:]$/.test(last.text) || /\d$/.test(last.text));
  }

  sign({ text, space }) {
    const [last, { next }] = [this.out.at(-1), this];
    const isEnd = !next || next.space || next.kind === 'gap';
    if ([',', ';', ':'].includes(text) && last?.kind !== 'tex') return this.push('text', text, space);
    if (text === ':' || text === ';') return this.push('text', text, space);
    if (text === ',' && isEnd && this.beforeWords()) return this.push('text', text, space);
    if (text === '.') return this.dot(space, isEnd, last);
    if (text === '|' && space && isEnd) return this.push('tex', '\\mid', space);
    if (text === '*') return this.push('tex', '\\cdot', space);
    if (text === '"' || text === "'") return this.push('text', text, space);
    if (['(', ')'].includes(text) && this.isProse(text, last)) return this.push('text', text, space);
    if ([')', ']', '|', '}', '‖'].includes(text)) return this.maths(SIGNS[text] ?? text, space);
    if ((text === '-' || text === '+') && !isEnd) return this.push('tex', `{${text}}`, space); // a sign of what it touches
    return this.push('tex', SIGNS[text] ?? text, space);
  }

  /** True if words follow up to the next sign. */
  beforeWords() {
    const { next } = this;
    return (
      !next ||
      next.kind === 'gap' ||
      next.kind === 'word' ||
      (next.kind === 'name' && !isSymbol(next.text) && ![...FUNCTIONS, ...OPERATORS].includes(next.text))
    );
  }

  dot(space, isEnd, last) {
    const isBetween = last?.kind === 'tex' && this.next && this.next.kind !== 'gap' && (space ? isEnd : !isEnd);
    return isBetween ? this.push('tex', '\\cdot', space) : this.push('text', '.', space);
  }

  /** Brackets around words belong to the words. */
  isProse(text, last) {
    const { next } = this;
    if (text === ')') return last?.kind === 'text' && !(this.touches() && SUPERSCRIPTS[next.text] !== undefined);
    return (
      next &&
      (next.kind === 'word' ||
        (next.kind === 'name' &&
          !isSymbol(next.text) &&
          !FUNCTIONS.includes(next.text) &&
          !OPERATORS.includes(next.text) &&
          next.text !== 'sum' &&
          next.text !== 'sqrt'))
    );
  }
}

/** The tokens of a line as words, code, gaps and pieces of TeX. */
export const texOf = (tokens, page) => new Reader(tokens, page).read();
