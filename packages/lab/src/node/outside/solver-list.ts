/**
 * A list of solvers as it is typed: names, modules and programs, separated by commas.   docs/guide/own-solver.md
 *
 *   bpp,pgs,./mine.mjs,exec:"python3 mine.py --sweeps 50"
 *
 * No shell reads it. Within quotes, '...' or "...", commas and spaces are plain characters; one pair of quotes around a whole
 * command is taken off before it is split at spaces. There is no escape, no variable and no pattern.
 */
import { ContractError } from '@signorini/engine';
import { found } from '@signorini/engine/checks';

export type SolverSpec =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'module'; readonly text: string }
  | { readonly kind: 'program'; readonly text: string; readonly command: readonly string[] };

const EXEC = 'exec:';

/** Each once, in the order given. @throws ContractError */
export function parseSolverList(list: string): SolverSpec[] {
  return [...new Set(solverTexts(list))].map(specOf);
}

/** The list taken apart; what comes twice is there twice. @throws ContractError */
export function solverTexts(list: string): string[] {
  return split(list, ',').map((text) => text.trim());
}

function specOf(text: string): SolverSpec {
  if (text.startsWith(EXEC)) return { kind: 'program', text, command: commandOf(text.slice(EXEC.length)) };
  expectNoProgram(text);
  if (/[\\/]|\.[cm]?[jt]s$/.test(text)) return { kind: 'module', text };
  return { kind: 'name', text };
}

/** Interpreter by file ending. */
const INTERPRETERS: Readonly<Record<string, string>> = {
  py: 'python3 ',
  jl: 'julia ',
  rb: 'ruby ',
  sh: 'sh ',
  pl: 'perl ',
  lua: 'lua ',
  r: 'Rscript ',
  m: 'octave ',
  exe: '',
  out: '',
  bin: '',
};

/** A program that is named as if it were a module. @throws ContractError */
function expectNoProgram(text: string): void {
  const ending = /\.(\w+)$/.exec(text)?.[1]?.toLowerCase() ?? '';
  if (!Object.hasOwn(INTERPRETERS, ending)) return;
  throw new ContractError(
    `solver: expected a name, a module (./mine.mjs) or a program, found ${found(text)}; ${EXEC}"${INTERPRETERS[ending]}${text}" runs it as a program (docs/guide/own-solver.md)`,
  );
}

function commandOf(text: string): string[] {
  const [, , inside] = /^\s*(["'])(.*)\1\s*$/.exec(text) ?? [];
  const whole = inside !== undefined && split(text.trim(), ' ').length === 1 ? inside : text;
  const command = split(whole, ' ')
    .filter((argument) => argument !== '')
    .map((argument) => argument.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));
  if (command.length === 0)
    throw new ContractError(
      `solver ${EXEC}: expected a program and its arguments, for example ${EXEC}"python3 mine.py"`,
    );
  return command;
}

/** At every `separator` outside quotes. */
function split(text: string, separator: string): string[] {
  const parts = [''];
  let quote = '';
  for (const c of text) {
    if (quote === '' && c === separator) parts.push('');
    else parts[parts.length - 1] += c;
    if (quote === c) quote = '';
    else if (quote === '' && (c === '"' || c === "'")) quote = c;
  }
  if (quote !== '') throw new ContractError(`solver: expected a closing ${quote}, found none in ${found(text)}`);
  return parts;
}
