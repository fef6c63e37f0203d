/** The units of velocity-like and of mixed measures; sums of both kinds are named as mixed. */
import type { Problem } from '../problem/problem.ts';

/** "m/s", "rad/s", or what is mixed if rows of both kinds add up; accelerations for force problems. */
export function velocityUnit(p: Problem): string {
  const per = p.quantity === 'force' ? '/s^2' : '/s';
  if (!p.unit) return `m${per} or rad${per}`; // rows without units
  const angular = p.unit.includes('angular');
  const linear = p.unit.includes('linear');
  return angular && linear ? `mixes m${per} and rad${per}` : angular ? `rad${per}` : `m${per}`;
}

/** The unit of the natural residual and of Fischer-Burmeister, which add impulses and velocities. */
export function mixedUnit(p: Problem): string {
  return p.quantity === 'force' ? 'mixes N and m/s^2' : 'mixes N s and m/s';
}
