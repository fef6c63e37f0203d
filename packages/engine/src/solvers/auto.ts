/**
 * The default: islands first, then for each the direct method while it is affordable, an iterative one beyond.
 * docs/theory/auto.md
 *
 * Chooses by counted work, never by time, so that the answer is the same everywhere. Friction bounds follow the normals
 * (newton-coupled) unless the stored ones are asked for (bpp). At a limit it returns the least-error iterate.
 */
import { choice, real, whole } from '../problem/option-specs.ts';
import { SET_KINDS } from '../problem/sets/set.ts';
import { defaultsOf, type Solver } from '../problem/solver.ts';
import { CRITICAL_CHOICES, type CriticalChoice } from './auto/critical-rows.ts';
import { Islands } from './auto/islands.ts';
import { RELATIVE } from './auto/large-islands.ts';

export type AutoOptions = {
  bounds: 'updated' | 'stored';
  sweeps: number;
  target: number;
  critical: CriticalChoice;
  direct: 'affordable' | 'never';
};

const options = {
  bounds: choice(
    'updated',
    ['updated', 'stored'],
    'friction bounds that follow the normal impulses, or those of the problem (coupling 0)',
  ),
  sweeps: whole(300, 'sweeps', 'most sweeps if an island is too large for a direct method'),
  target: real(
    RELATIVE,
    '',
    'energy error at which such an island ends, as a part of doing nothing; below 1e-7 more sweeps, in turns with Newton, follow',
    { max: 1 },
  ),
  critical: choice(
    'none',
    CRITICAL_CHOICES,
    'rows of such an island that are solved directly, in turns with sweeps: those of no contact, or also the contacts of their bodies',
  ),
  direct: choice(
    'affordable',
    ['affordable', 'never'],
    'islands that a direct method solves: those that it can afford, or none; their critical rows still are',
  ),
} as const;

export const auto: Solver<AutoOptions> = {
  name: 'auto',
  summary: 'islands, each by a direct method while affordable, by accelerated sweeps beyond',
  reference: 'docs/theory/auto.md',
  family: 'hybrid',
  accepts: SET_KINDS,
  needs: 'symmetric',
  coupling: 1,
  returnsBest: true,
  stopsAt: "each island at its method's own test: 1e-17 of doing nothing if direct",
  options,
  defaults: defaultsOf<AutoOptions>(options),

  create: (team) => new Islands(team, options),
};
