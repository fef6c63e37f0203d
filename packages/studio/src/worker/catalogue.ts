/** The scenes and solvers as data for the page. */
import { SET_KINDS } from '@signorini/engine/problem';
import { parameterRange, type SceneParameter, sceneGroups } from '@signorini/engine/scenes';
import { type OptionSpec, rangeOf, solvers } from '@signorini/engine/solvers';
import { solverStyles } from '@signorini/lab';
import type { Catalogue, FieldInfo } from '../protocol.ts';

const INTEGRATORS = ['euler', 'semi-implicit', 'midpoint', 'auto'];

export function catalogueOf(): Catalogue {
  const styles = solverStyles(solvers.map(({ name }) => name));
  return {
    scenes: sceneGroups.flatMap(({ title, scenes }) =>
      scenes.map(({ name, summary, parameters }) => ({
        ...{ group: title, name, summary },
        parameters: Object.entries(parameters).map(([key, spec]) => parameterField(key, spec)),
      })),
    ),
    solvers: solvers.map(({ name, family, summary, options, maxRows = null }) => ({
      ...{ name, family, summary, maxRows, ...styles.get(name)! },
      options: Object.entries(options as Readonly<Record<string, OptionSpec>>).map(([key, spec]) =>
        optionField(key, spec),
      ),
    })),
    frictionModels: SET_KINDS.filter((kind) => kind !== 'none'),
    integrators: INTEGRATORS,
  };
}

function parameterField(name: string, spec: SceneParameter): FieldInfo {
  const { min = -Infinity, max = Infinity, integer = false } = spec.choices ? {} : spec;
  return {
    ...{ name, unit: spec.unit, summary: spec.summary, default: spec.default, range: parameterRange(spec) },
    ...{ choices: spec.choices ?? null, min, max, exclusive: false, integer },
  };
}

function optionField(name: string, spec: OptionSpec): FieldInfo {
  const base = { name, summary: spec.summary, default: spec.default, range: rangeOf(spec) };
  if (spec.type === 'choice')
    return {
      ...base,
      unit: '',
      choices: spec.choices,
      min: -Infinity,
      max: Infinity,
      exclusive: false,
      integer: false,
    };
  const { unit, min, max, exclusive = false, integer = false } = spec;
  return { ...base, unit, choices: null, min, max, exclusive, integer };
}
