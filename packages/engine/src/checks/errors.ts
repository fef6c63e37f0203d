/** Errors of callers and of files. The message is one sentence: the place, what was expected and what was found. */
import { shortened, unknownName } from './wording.ts';

/** Characters of a path that a sentence repeats. */
const LONGEST_PATH = 100;

/** A wrong argument: an option out of range, a problem that the solver does not take. */
export class ContractError extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'ContractError';
  }
}

/** A document that does not follow its format; the message begins with the path. */
class FormatError extends Error {
  /** Where in the document, for example `contacts[3].mu`; empty for the document itself. */
  readonly path: string;

  constructor(path: string, sentence: string) {
    super(path === '' ? sentence : `${shortened(path, LONGEST_PATH)}: ${sentence}`);
    this.path = path;
  }
}

/** A problem file that does not follow docs/guide/problem-format.md. */
export class ProblemFormatError extends FormatError {
  override readonly name = 'ProblemFormatError';
}

/** A scene file that does not follow docs/guide/scene-format.md. */
export class SceneFormatError extends FormatError {
  override readonly name = 'SceneFormatError';
}

/** @throws ContractError for a key that is not in `known`; the sentence names the nearest ones. */
export function expectNames(where: string, options: object, known: readonly string[]): void {
  for (const key of Object.keys(options))
    if (!known.includes(key)) throw new ContractError(`${where}: ${unknownName('option', key, known)}`);
}
