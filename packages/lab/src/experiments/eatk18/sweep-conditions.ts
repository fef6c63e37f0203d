/** Under which conditions problems are swept to reproduce EATK18 Fig. 6. */
import { TABLE3_PRINTED } from '../printed.ts';
import type { Condition, Development } from './development.ts';

/** Sweeps between two updates of the bounds. */
export const lag = TABLE3_PRINTED.values.pgsSweeps;

/** Shown for every test case. */
export const MAIN: readonly Condition[] = [
  { name: 'cold, stored bounds', start: 'cold', update: 0 },
  { name: `cold, every ${lag} sweeps`, start: 'cold', update: lag },
  { name: 'cold, every sweep', start: 'cold', update: 1 },
  { name: 'warm, stored bounds', start: 'warm', update: 0 },
];

/** Tried on grasping, to find what makes sweeps diverge. */
export const OTHERS: readonly Condition[] = [
  { name: 'warm, every sweep', start: 'warm', update: 1 },
  { name: 'rows in reverse order', start: 'cold', update: 1, options: { order: 'reverse' } },
  { name: 'rows from the ground up', start: 'cold', update: 1, options: { order: 'bottom-up' } },
  { name: 'rows in random order', start: 'cold', update: 1, options: { order: 'random' } },
  { name: 'over-relaxation 1.9', start: 'cold', update: 1, options: { omega: 1.9 } },
  {
    name: 'no compliance of friction',
    start: 'cold',
    update: 1,
    compliance: (c, kind) => (kind === 'friction' ? 0 : c),
  },
  { name: 'no compliance at all', start: 'cold', update: 1, compliance: () => 0 },
  { name: 'Jacobi (fixed-point)', start: 'cold', update: 0, solver: 'fixed-point' },
];

/** One problem under one condition. */
export interface Curve extends Development {
  readonly scene: string;
  readonly step: number;
  readonly condition: string;
}
