/** Options that the Newton methods share. */
import type { OptionSpec } from '../../problem/solver.ts';

export const newtonSteps = {
  type: 'number',
  default: 200,
  unit: 'factorisations',
  min: 1,
  max: Infinity,
  integer: true,
  summary: 'Newton steps of one solve',
} as const satisfies OptionSpec;

export const energyTolerance = {
  type: 'number',
  default: 1e-18,
  unit: '',
  min: 0,
  max: 1,
  summary: 'energy error at which to stop, as a part of that of doing nothing',
} as const satisfies OptionSpec;
