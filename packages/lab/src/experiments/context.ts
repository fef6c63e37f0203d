/** The context of an experiment: how thorough to be, captured problems, a clock, and a memory for parts that are done. */
import type { ThreadTeam } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import type { NamedProblem } from '../replay/request.ts';
import { type CaptureCount, captureScene } from '../run/capture.ts';

export interface ExperimentContext {
  /** A few seconds instead of minutes; the same finding. */
  readonly quick: boolean;
  /** Monotonic, ms. Only experiments that are `timed` put its figures into results. */
  readonly clock: () => number;
  /** `done` of `total` parts of the experiment are finished. */
  progress(done: number, total: number): void;
  /**
   * A part of the work: interrupted, the experiment goes on after the last part that was done. The value goes through JSON, so
   * that it is the same when it is computed and when it is remembered: NaN and Infinity become null, typed arrays are lost.
   * @param name unique within the experiment
   */
  resumable<T>(name: string, compute: () => T): T;
  /** Two threads, for experiments that ask for them (`team`) on machines that have them; undefined otherwise. */
  readonly team?: ThreadTeam;
  /** The MLCPs of a scene, driven by the reference solver; the same call returns the same object. */
  captured(request: CapturedRequest): Captured;
}

export interface CapturedRequest {
  readonly scene: string;
  /** See PAPER_SETTINGS; `today`: the scene's own defaults. */
  readonly settings: 'papers' | 'today';
  /** Steps to simulate. Default: the scene's. */
  readonly steps?: number;
  /** Keep multiples of this step only. */
  readonly every?: number;
  /** Beside those of the settings. */
  readonly parameters?: Readonly<Record<string, number | string>>;
}

export interface Captured {
  readonly problems: readonly (NamedProblem & { readonly step: number })[];
  /** Steps without rows have no MLCP: `empty` counts them. */
  readonly count: CaptureCount;
}

/**
 * EATK18 Table 1 is every scene's default; friction rows have the compliance of their normal, no anchor holds what sticks, and
 * bounds are lagged boxes. The papers give neither of the first two; without an anchor friction creeps.
 */
export const PAPER_SETTINGS = { frictionCompliance: 1, stick: 'none' } as const;

/** Sets of problems that are kept: the largest has some 100 MB. */
const MOST_KEPT = 6;

/** Captures on request, the last few kept. */
export class Captures {
  private readonly kept = new Map<string, Captured>();

  get(request: CapturedRequest): Captured {
    const key = JSON.stringify([request.scene, request.settings, request.steps, request.every, request.parameters]);
    const captured = this.kept.get(key) ?? capture(request);
    this.kept.delete(key);
    this.kept.set(key, captured);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT) break;
      this.kept.delete(oldest);
    }
    return captured;
  }
}

function capture({ scene: name, settings, steps, every, parameters }: CapturedRequest): Captured {
  const scene = findScene(name);
  const given = { ...(settings === 'papers' ? PAPER_SETTINGS : {}), ...parameters };
  const known = Object.fromEntries(Object.entries(given).filter(([key]) => Object.hasOwn(scene.parameters, key)));
  const problems: (NamedProblem & { step: number })[] = [];
  const steady = captureScene({
    scene,
    parameters: known,
    frictionModel: 'box', // as the papers: bounds that lag, row by row
    selection: { from: 1, to: steps ?? scene.steps, ...(every !== undefined && { every }) },
  }).problems;
  for (;;) {
    const { done, value } = steady.next();
    if (done) return { problems, count: value };
    if (value) problems.push({ name: `${name}-${value.step}`, problem: value.problem, step: value.step });
  }
}

/** A context without files, for tests and programs: parts are computed when they are asked for. */
export function plainContext(options: { readonly quick: boolean; readonly clock: () => number }): ExperimentContext {
  const captures = new Captures();
  return {
    ...options,
    progress: () => {},
    resumable: (_, compute) => JSON.parse(JSON.stringify(compute())),
    captured: (request) => captures.get(request),
  };
}
