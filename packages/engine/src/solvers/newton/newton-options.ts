/** Options that the Newton methods share. */
import { real, whole } from '../../problem/option-specs.ts';

export const newtonSteps = whole(200, 'factorisations', 'Newton steps of one solve');

export const energyTolerance = real(1e-18, '', 'energy error at which to stop, as a part of that of doing nothing', {
  max: 1,
});
