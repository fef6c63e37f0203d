/**
 * A sweep as data: what is swept, what varies, and the items that follow from it.   docs/guide/sweep.md
 *
 * An item is everything that its result depends on, so its address can be the hash of its content. Items are not stored:
 * the grid, or the seed, gives the same list in the same order on every machine.
 */
import { ContractError, Rng } from '@signorini/engine';
import type { SetKind } from '@signorini/engine/problem';
import type { OptionValues } from '@signorini/engine/solvers';

export type SweepValue = number | string;

/** Target of a key of `--vary`. */
export type AxisKind =
  | 'solver'
  | 'time-step'
  | 'steps'
  | 'coupling'
  | 'warm-start'
  | 'accuracy'
  | 'friction-model'
  | 'parameter'
  | 'option';

/** One thing that varies: a list of values, or for random sweeps a range to draw from. */
export interface Axis {
  /** Key as the user wrote it: "density", "option.omega". */
  readonly key: string;
  readonly kind: AxisKind;
  /** Name of the parameter or option; else the key. */
  readonly name: string;
  /** s for time steps; '' if there is none. */
  readonly unit: string;
  readonly values: readonly SweepValue[];
  readonly range?: { readonly from: number; readonly to: number; readonly log: boolean; readonly integer: boolean };
}

/** Settings of every item unless an axis sets them; null: the default of the scene or of the solver. */
export interface SweepSettings {
  readonly solver: string;
  readonly options: OptionValues;
  readonly parameters: Readonly<Record<string, SweepValue>>;
  /** s; null for problems. */
  readonly timeStep: number | null;
  /** null for problems. */
  readonly steps: number | null;
  readonly coupling: number | 'own' | 'table3' | null;
  readonly warmStart: boolean;
  readonly accuracy: number | { readonly joules: number } | null;
  /** In place of the scene's own; absent: the scene's. */
  readonly frictionModel?: SetKind;
  /** Solves of each problem, for problems; null for scenes. */
  readonly repeat: number | null;
}

/** Scene or problems of a sweep. `digest`: SHA-256 of the file's contents; null for a built-in scene. */
export type SweepSource =
  | { readonly kind: 'scene'; readonly name: string; readonly digest: null }
  | {
      readonly kind: 'scene-file';
      readonly name: string;
      readonly path: string;
      readonly digest: string;
      readonly text: string;
    }
  | {
      readonly kind: 'problems';
      readonly name: string;
      readonly paths: readonly string[];
      readonly count: number;
      readonly digest: string;
    };

/** One run, or one replay of all problems: complete. */
export interface SweepItem extends SweepSettings {
  readonly source: { readonly kind: SweepSource['kind']; readonly name: string; readonly digest: string | null };
  /** Digest of an external solver: SHA-256 of its module, or of its command and the files that this names. */
  readonly solverDigest?: string;
}

/** A solver from outside, as far as items depend on it. */
export interface OutsideSolver {
  readonly digest: string;
  /** Names of its options. */
  readonly options: readonly string[];
}

/** sweep.json, but for the shard. */
export interface SweepPlan {
  readonly source: SweepSource;
  readonly axes: readonly Axis[];
  readonly settings: SweepSettings;
  /** null: the whole grid. */
  readonly random: { readonly count: number; readonly seed: number } | null;
  /** Modules and programs among the solvers, by what the user wrote; absent without any. */
  readonly outside?: Readonly<Record<string, OutsideSolver>>;
}

/** A place of the grid, by the keys of the axes. */
export type Coordinates = Readonly<Record<string, SweepValue>>;

const LARGEST_SWEEP = 1e6;

/** Places before equal items are joined. @throws ContractError if there are none, or more than a million */
export function sizeOf({ axes, random }: SweepPlan): number {
  const size = random ? random.count : axes.reduce((product, { values }) => product * values.length, 1);
  if (axes.length === 0 || size === 0) throw new ContractError('sweep: expected at least one --vary, found none');
  if (size > LARGEST_SWEEP)
    throw new ContractError(`sweep: expected at most ${LARGEST_SWEEP} items, found a grid of ${size}`);
  return size;
}

/** Points of the grid, the last axis fastest; or drawn from the seed, axis by axis. */
export function* placesOf(plan: SweepPlan): Generator<Coordinates> {
  const { axes, random } = plan;
  const size = sizeOf(plan);
  const rng = new Rng(random?.seed ?? 0);
  for (let k = 0; k < size; k++) {
    const place: Record<string, SweepValue> = {};
    if (random) for (const axis of axes) place[axis.key] = drawn(axis, rng);
    else {
      let rest = k;
      for (const { key, values } of [...axes].reverse()) {
        place[key] = values[rest % values.length]!;
        rest = Math.floor(rest / values.length);
      }
    }
    yield place;
  }
}

function drawn({ values, range }: Axis, rng: Rng): SweepValue {
  if (!range) return values[rng.below(values.length)]!;
  return rounded(within(range, rng.uniform()), 6); // short enough to be read and typed
}

/** `share` of the way from one end to the other. */
export function within({ from, to, log, integer }: NonNullable<Axis['range']>, share: number): number {
  if (integer && !log) return Math.min(to, from + Math.floor(share * (to - from + 1)));
  const exact = log ? from * Math.exp(share * Math.log(to / from)) : from + share * (to - from);
  return integer ? Math.round(exact) : rounded(exact);
}

/** 12 digits: the last bits of exp and log differ between platforms, those of the items must not. */
const rounded = (value: number, digits = 12): number => Number(value.toPrecision(digits));

/** The settings with a place put in. An option that the place's solver does not have is left out. */
export function itemAt(plan: SweepPlan, place: Coordinates, hasOption: (solver: string, name: string) => boolean) {
  const { source, axes, settings } = plan;
  const { kind, name, digest } = source;
  const item: { -readonly [K in keyof SweepItem]: SweepItem[K] } = { source: { kind, name, digest }, ...settings };
  const parameters: Record<string, SweepValue> = { ...settings.parameters };
  const options: Record<string, SweepValue> = { ...settings.options };
  for (const axis of axes) {
    const value = place[axis.key]!;
    if (axis.kind === 'solver') item.solver = String(value);
    else if (axis.kind === 'time-step') item.timeStep = Number(value);
    else if (axis.kind === 'steps') item.steps = Number(value);
    else if (axis.kind === 'coupling') item.coupling = value as SweepItem['coupling'];
    else if (axis.kind === 'warm-start') item.warmStart = value === 'on';
    else if (axis.kind === 'accuracy') item.accuracy = accuracyOf(value);
    else if (axis.kind === 'friction-model') item.frictionModel = value as SetKind;
    else if (axis.kind === 'parameter') parameters[axis.name] = value;
    else options[axis.name] = value;
  }
  item.parameters = parameters;
  item.options = Object.fromEntries(Object.entries(options).filter(([option]) => hasOption(item.solver, option)));
  const outside = plan.outside?.[item.solver];
  return { ...item, ...(outside && { solverDigest: outside.digest }) } as SweepItem;
}

/** "none", a share, or joules as text: "0.001J". */
function accuracyOf(value: SweepValue): SweepItem['accuracy'] {
  if (value === 'none') return null;
  return typeof value === 'number' ? value : { joules: Number.parseFloat(value) };
}

/** The same text for equal values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([p], [q]) => (p < q ? -1 : 1)))
      : one,
  );
}
