/**
 * A scene: a named world with parameters, built the same way bit for bit every time, with what is known of its answer.
 * One file per scene; `catalogue.ts` is the only list.   CONTRIBUTING.md, "Add a scene"
 */
import { ContractError } from '../checks/errors.ts';
import { isRecord } from '../checks/fields.ts';
import { checked, type Value } from '../checks/value.ts';
import { duration, program, text } from '../checks/values.ts';
import { found, unknownName } from '../checks/wording.ts';
import type { WorldSettings } from '../dynamics/world/settings.ts';
import type { World } from '../dynamics/world/world.ts';

/** One parameter: its default, unit and range are data, so that every surface prints and checks the same. */
export type SceneParameter =
  | {
      readonly default: number;
      readonly unit: string;
      readonly summary: string;
      /** Least and largest value. Default: any. */
      readonly min?: number;
      readonly max?: number;
      readonly integer?: boolean;
      readonly choices?: undefined;
    }
  | {
      readonly default: string;
      readonly unit: '';
      readonly summary: string;
      readonly choices: readonly string[];
    };

export type SceneParameters = Readonly<Record<string, SceneParameter>>;
export type SceneValues = Readonly<Record<string, number | string>>;

export type ValuesOf<P extends SceneParameters> = {
  readonly [K in keyof P]: P[K]['choices'] extends readonly string[] ? string : number;
};

export interface Scene {
  readonly name: string;
  readonly summary: string;
  /** Paper or page that it comes from. */
  readonly reference: string;
  /** Known facts about its answer. */
  readonly known: string;
  readonly parameters: SceneParameters;
  /** Steps of a full run. */
  readonly steps: number;
  /** s */
  readonly timeStep: number;
  /** Settings of the world. */
  settings(values: SceneValues): WorldSettings;
  build(world: World, values: SceneValues): void;
}

/** Scenes that serve one purpose, under a title. */
export interface SceneGroup {
  readonly title: string;
  readonly scenes: readonly Scene[];
}

/** Types the values of `settings` and `build` by the parameter table. */
export function defineScene<const P extends SceneParameters>(
  scene: Omit<Scene, 'parameters' | 'settings' | 'build'> & {
    readonly parameters: P;
    settings(values: ValuesOf<P>): WorldSettings;
    build(world: World, values: ValuesOf<P>): void;
  },
): Scene {
  return scene as unknown as Scene;
}

const isFunction = (given: unknown): boolean => typeof given === 'function';
const callback = program<never>('a function', isFunction);
/** Fields that a scene must have to be built. */
const SCENE_FIELDS = {
  name: text,
  parameters: program<never>('an object', isRecord),
  timeStep: duration('a time step'),
  settings: callback,
  build: callback,
} as const;

/** A scene that a program made. @throws ContractError for a field that is missing or of another type */
export function expectScene(scene: Scene): void {
  for (const [key, value] of Object.entries<Value<unknown>>(SCENE_FIELDS))
    checked(value, scene[key as keyof Scene], 'scene', key);
}

/** Defaults overlaid with what was given. @throws ContractError for an unknown name or a value out of range. */
export function sceneValues(scene: Scene, given: SceneValues = {}): SceneValues {
  const { parameters } = scene;
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new ContractError(`${scene.name}: parameters: expected an object, found ${found(given)}`);
  for (const [name, value] of Object.entries(given)) {
    const spec = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!spec && Object.keys(parameters).length === 0)
      throw new ContractError(`${scene.name}: expected no parameters, since it has none, found ${found(name)}`);
    if (!spec) throw new ContractError(`${scene.name}: ${unknownName('parameter', name, Object.keys(parameters))}`);
    if (!fits(spec, value))
      throw new ContractError(
        `${scene.name}: parameter ${name}: expected ${parameterRange(spec)}, found ${found(value)}`,
      );
  }
  const chosen = (name: string) => (Object.hasOwn(given, name) ? given[name] : parameters[name].default);
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, chosen(name)]));
}

function fits(spec: SceneParameter, value: number | string): boolean {
  if (spec.choices) return spec.choices.includes(value as string);
  if (typeof value !== 'number' || !Number.isFinite(value)) return false;
  return (
    value >= (spec.min ?? -Infinity) && value <= (spec.max ?? Infinity) && (!spec.integer || Number.isInteger(value))
  );
}

/** "a number from 1 to 10 in kg", "anchor or none". */
export function parameterRange(spec: SceneParameter): string {
  if (spec.choices) return spec.choices.join(' or ');
  const noun = spec.integer ? 'an integer' : 'a number';
  const { min = -Infinity, max = Infinity } = spec;
  const unit = spec.unit === '' ? '' : ` in ${spec.unit}`;
  if (min > -Infinity && max < Infinity) return `${noun} from ${min} to ${max}${unit}`;
  if (min > -Infinity) return `${noun} >= ${min}${unit}`;
  return `${noun}${max < Infinity ? ` <= ${max}` : ''}${unit}`;
}
