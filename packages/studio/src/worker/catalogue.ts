/** Scenes and solvers as data, written into the page when it is built: it lists them without loading any of their code. */
import { frozenSet, SET_KINDS } from '@signorini/engine/problem';
import { parameterRange, type SceneParameter, sceneGroups } from '@signorini/engine/scenes';
import { type OptionSpec, rangeOf, solvers } from '@signorini/engine/solvers';
import { solverStyles } from '@signorini/lab';
import type { Catalogue, FieldInfo, SolverEntry } from '../protocol.ts';
import { FIRST_SCENE, FIRST_SOLVER } from './run/scene-library.ts';

const INTEGRATORS = ['euler', 'semi-implicit', 'midpoint', 'auto'];

export function catalogueOf(): Catalogue {
  return {
    scenes: sceneGroups.flatMap(({ title, scenes }) =>
      scenes.map(({ name, summary, parameters }) => ({
        group: title,
        name,
        summary,
        parameters: Object.entries(parameters).map(([key, spec]) => parameterField(key, spec)),
      })),
    ),
    solvers: solverEntries(),
    frictionModels: SET_KINDS.filter((kind) => kind !== 'none'),
    integrators: INTEGRATORS,
  };
}

/** The part that lists need, with the fields of the first scene and solver; the rest is loaded when another is chosen. */
export function outlineOf({ scenes, solvers, ...rest }: Catalogue): Catalogue {
  return {
    ...rest,
    scenes: scenes.map((scene) => (scene.name === FIRST_SCENE ? scene : { ...scene, summary: '', parameters: [] })),
    solvers: solvers.map((solver) =>
      solver.name === FIRST_SOLVER ? solver : { ...solver, summary: '', options: [], color: '', shape: '' },
    ),
  };
}

function parameterField(name: string, spec: SceneParameter): FieldInfo {
  const { min = null, max = null, integer = false } = spec.choices ? {} : spec;
  return {
    name,
    unit: spec.unit,
    summary: spec.summary,
    default: spec.default,
    range: parameterRange(spec),
    choices: spec.choices ?? null,
    min: finite(min),
    max: finite(max),
    exclusive: false,
    integer,
  };
}

function solverEntries(): SolverEntry[] {
  const styles = solverStyles(solvers.map(({ name }) => name));
  return solvers.map(({ name, family, summary, options, accepts, maxRows = null }) => ({
    name,
    family,
    summary,
    maxRows,
    ...styles.get(name)!,
    cones: accepts.includes('cone'),
    models: SET_KINDS.filter((kind) => accepts.includes(kind) || accepts.includes(frozenSet(kind))),
    options: Object.entries(options as Readonly<Record<string, OptionSpec>>).map(([key, spec]) =>
      optionField(key, spec),
    ),
  }));
}

function optionField(name: string, spec: OptionSpec): FieldInfo {
  const base = { name, summary: spec.summary, default: spec.default, range: rangeOf(spec) };
  if (spec.type === 'choice')
    return { ...base, unit: '', choices: spec.choices, min: null, max: null, exclusive: false, integer: false };
  const { unit, min, max, exclusive = false, integer = false } = spec;
  return { ...base, unit, choices: null, min: finite(min), max: finite(max), exclusive, integer };
}

/** null: no limit, which JSON cannot say otherwise. */
const finite = (value: number | null): number | null => (Number.isFinite(value) ? value : null);
