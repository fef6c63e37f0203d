/** Meaning of a key of `--vary`: a setting of the run, a parameter of the scene, or an option of a solver. */
import { ContractError } from '@signorini/engine';
import { unknownName } from '@signorini/engine/checks';
import { SET_KINDS, type SetKind } from '@signorini/engine/problem';
import { type Scene, sceneValues } from '@signorini/engine/scenes';
import { type AnySolver, completeOptions, findSolver } from '@signorini/engine/solvers';
import type { Axis, AxisKind, SweepPlan, SweepValue } from './sweep.ts';

const OF_RUNS = ['solver', 'time-step', 'steps', 'coupling', 'warm-start', 'accuracy', 'friction-model'] as const;
const OF_REPLAYS = ['solver', 'coupling'] as const;

export interface AxisContext {
  /** undefined: problems are swept. */
  readonly scene: Scene | undefined;
  /** Every solver of the sweep. */
  readonly solvers: readonly AnySolver[];
  /** External solvers among them, by what the user wrote. */
  readonly outside?: SweepPlan['outside'];
}

export type NamedAxis = Pick<Axis, 'key' | 'kind' | 'name' | 'unit'> & { readonly integer: boolean };

/** `set.KEY` and `option.KEY` name a parameter or an option outright. @throws ContractError; the sentence has the nearest names */
export function axisOf(written: string, { scene, solvers }: AxisContext): NamedAxis {
  const spelled = written.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const key = scene && (OF_RUNS as readonly string[]).includes(spelled) ? spelled : written; // timeStep as time-step
  const parameters = Object.keys(scene?.parameters ?? {});
  const options = [...new Set(solvers.flatMap((solver) => Object.keys(solver.options)))];
  const settings: readonly string[] = scene ? OF_RUNS : OF_REPLAYS;
  const [, prefix, rest = key] = /^(set|option)\.(.*)$/.exec(key) ?? [];
  const isSetting = prefix === undefined && settings.includes(key);
  const isParameter = prefix !== 'option' && parameters.includes(rest);
  const isOption = prefix !== 'set' && options.includes(rest);
  if (isSetting) {
    const unit = key === 'time-step' ? 's' : '';
    return { key, kind: key as AxisKind, name: key, unit, integer: key === 'steps' };
  }
  if (isParameter && isOption)
    throw new ContractError(
      `--vary ${key}: expected set.${key} for the parameter of the scene or option.${key} for the option of a solver, found a name that both have`,
    );
  if (isParameter) {
    const spec = scene!.parameters[rest]!;
    return { key, kind: 'parameter', name: rest, unit: spec.unit, integer: !spec.choices && spec.integer === true };
  }
  if (isOption) {
    const spec = solvers.flatMap((solver) => solver.options[rest] ?? [])[0]!;
    const number = spec.type === 'number' ? spec : undefined;
    return { key, kind: 'option', name: rest, unit: number?.unit ?? '', integer: number?.integer === true };
  }
  const known = [...new Set([...settings, ...parameters, ...options])];
  throw new ContractError(`--vary: ${unknownName('key', rest, known)}`);
}

/** Every value alone, before the first item runs. @throws ContractError */
export function checkAxis({ kind, name, key, values, range }: Axis, context: AxisContext): void {
  const { scene, solvers, outside = {} } = context;
  const all: readonly SweepValue[] = range ? [range.from, range.to] : values;
  const seen = new Set<SweepValue>();
  for (const value of all) {
    if (!range && seen.has(value))
      throw new ContractError(`--vary ${key}: expected different values, found ${value} twice`);
    seen.add(value);
    if (kind === 'solver' && !Object.hasOwn(outside, value)) findSolver(String(value));
    if (kind === 'friction-model' && !SET_KINDS.includes(value as SetKind))
      throw new ContractError(`--vary ${key}: ${unknownName('friction model', String(value), SET_KINDS)}`);
    if (kind === 'parameter') sceneValues(scene!, { [name]: value });
    if (kind === 'option')
      for (const solver of solvers) if (Object.hasOwn(solver.options, name)) completeOptions(solver, { [name]: value });
  }
}
