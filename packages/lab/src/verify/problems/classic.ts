/**
 * Small worlds built by code whose answers are known: `verify` runs them by name beside the scenes of the catalogue.
 * docs/decisions/031-known-answers.md
 */
import { createWorld, type World, type WorldOptions } from '@signorini/engine';
import { type Check, compare, isSo, type Known, type Verification } from '../check.ts';
import { ledgerCheck, Watched } from '../watch.ts';
import { knownFailures } from './known-failures.ts';

export interface Classic extends Verification {
  /** The settings under which it should hold, for readers. */
  readonly settings: string;
  /** A new one of its worlds: what turned, mirrored and rescaled copies are made of. */
  world(): World;
}

/** Collects the figures of one problem. */
export class CheckList {
  readonly checks: Check[] = [];
  private readonly runs: Watched[] = [];
  readonly id: string;
  /** Shorter runs against the same limits. */
  readonly quick: boolean;

  constructor(id: string, quick: boolean) {
    this.id = id;
    this.quick = quick;
  }

  watch(world: World): Watched {
    const run = new Watched(world);
    this.runs.push(run);
    return run;
  }

  /** A limit that is a share of the known value. */
  share(quantity: string, value: number, expected: number, share: number, known: Known = {}): void {
    this.limit(quantity, value, { ...known, expected, limit: Math.abs(share * expected) });
  }

  /** A limit with the figure's unit. */
  limit(quantity: string, value: number, known: Known): void {
    const knownFailure = Object.hasOwn(knownFailures, `${this.id}: ${quantity}`);
    this.checks.push(compare(this.id, quantity, value, { ...known, knownFailure }));
  }

  so(quantity: string, holds: boolean): void {
    this.checks.push(isSo(this.id, quantity, holds));
  }

  end(): Check[] {
    return [...this.checks, ledgerCheck(this.id, this.runs)];
  }
}

export const defineClassic = ({
  id,
  settings,
  world,
  run,
}: {
  readonly id: string;
  readonly settings: string;
  readonly world: () => World;
  readonly run: (checks: CheckList) => void;
}): Classic => ({
  id,
  settings,
  world,
  run(quick) {
    const checks = new CheckList(id, quick);
    run(checks);
    return checks.end();
  },
});

/** m/s^2 */
export const G = 9.81;

/** Words of the guide: 1/60 s as it is, with `integrator: 'midpoint'`, with `accuracy: 0.01`. */
export const DEFAULT = 'default';
export const MIDPOINT = 'midpoint';
export const ACCURATE = 'accurate';

/** A world with the default settings. */
export const plain = (settings: WorldOptions = {}): World => createWorld(settings);

export const midpoint = (settings: WorldOptions = {}): World => plain({ integrator: 'midpoint', ...settings });

/** A world of `accuracy: 0.01`. */
export const accurate = (settings: WorldOptions = {}): World => plain({ accuracy: 0.01, ...settings });

/** For problems that are run with the default and with `accuracy`: how their figures begin, and what makes their worlds. */
export const DEFAULT_AND_ACCURATE = [
  ['', plain],
  ['accuracy 0.01: ', accurate],
] as const;
