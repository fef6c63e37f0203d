/** How a solver from outside describes itself: what it must say, what is taken if it does not, and the sentences for the rest. */
import { found } from '@signorini/engine/checks';
import { SET_KINDS, type SetKind } from '@signorini/engine/problem';
import type { AnySolver, OptionSpec, OptionValues } from '@signorini/engine/solvers';
import { SolverFailure } from '../../solver-failure.ts';

/** A solver without the part that solves. */
export type Description = Omit<AnySolver, 'create'>;

const FAMILIES = ['direct', 'iterative', 'hybrid'] as const;
const NEEDS = ['any', 'symmetric', 'structure'] as const;

/**
 * Only the name is required. Options are specs of the engine's contract, or short: a number is a default without limits, a list
 * of texts is a choice whose first is the default. @throws SolverFailure
 */
export function describe(place: string, given: unknown): Description {
  const fields = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const fail = (field: string, expected: string, value: unknown = fields[field]): never => {
    throw new SolverFailure(`${place}: ${field}: expected ${expected}, found ${found(value)}`);
  };
  const oneOf = <T extends string>(field: string, choices: readonly T[], usual: T): T => {
    const value = fields[field] ?? usual;
    return choices.includes(value as T) ? (value as T) : fail(field, choices.join(' or '));
  };
  const count = (field: string, usual: number | undefined): number | undefined => {
    const value = fields[field] ?? usual;
    return value === undefined || (Number.isInteger(value) && (value as number) >= 1)
      ? (value as number | undefined)
      : fail(field, 'an integer >= 1');
  };
  const text = (field: string, usual: string) => (typeof fields[field] === 'string' ? fields[field] : usual);
  const { name, accepts = ['box'], options: specs = {} } = fields;
  if (typeof name !== 'string' || name.trim() === '' || name.length > 60)
    fail('name', 'a name of at most 60 characters');
  if (!Array.isArray(accepts) || accepts.length === 0) fail('accepts', `a list of sets, of ${SET_KINDS.join(', ')}`);
  for (const set of accepts as unknown[])
    if (!SET_KINDS.includes(set as SetKind)) fail('accepts', `sets, of ${SET_KINDS.join(', ')}`, set);
  if (typeof specs !== 'object' || specs === null || Array.isArray(specs)) fail('options', 'an object of options');
  const options = Object.fromEntries(
    Object.entries(specs as object).map(([key, spec]) => [key, specOf(spec) ?? fail(`options.${key}`, SPEC, spec)]),
  );
  const maxRows = count('maxRows', undefined);
  return {
    name: (name as string).trim(),
    summary: text('summary', 'from outside'),
    reference: text('reference', place),
    family: oneOf('family', FAMILIES, 'iterative'),
    accepts: accepts as SetKind[],
    needs: oneOf('needs', NEEDS, 'any'),
    coupling: count('coupling', 1)!,
    ...(maxRows !== undefined && { maxRows }),
    options,
    defaults: Object.fromEntries(Object.entries(options).map(([key, spec]) => [key, spec.default])) as OptionValues,
  };
}

const SPEC = 'a number, a list of texts, or an option with type and default';

function specOf(given: unknown): OptionSpec | undefined {
  const summary = 'of a solver from outside';
  if (typeof given === 'number' && Number.isFinite(given))
    return { type: 'number', default: given, unit: '', min: -Infinity, max: Infinity, summary };
  if (Array.isArray(given) && given.length > 0 && given.every((choice) => typeof choice === 'string'))
    return { type: 'choice', default: given[0]!, choices: given, summary };
  const spec = (typeof given === 'object' && given !== null ? given : {}) as Partial<OptionSpec>;
  if (spec.type === 'choice' && Array.isArray(spec.choices) && spec.choices.includes(spec.default!))
    return { summary, ...(spec as object) } as OptionSpec;
  if (spec.type === 'number' && Number.isFinite(spec.default))
    return { unit: '', min: -Infinity, max: Infinity, summary, ...(spec as object) } as OptionSpec;
  return undefined;
}
