/**
 * The noise floor of a distance between branches: a branch is run a second time from a state in which every moving body was moved by
 * one ulp, and the distance to the undisturbed run is measured step by step. What stays below it is rounding that grew, not an
 * error. Both copies run beside the branch, in slices, so that the worker answers in between.
 */
import type { Snapshot, World } from '@signorini/engine';
import type { Pull, RunSpec, Setup } from '../../protocol.ts';
import { distance } from '../shown/distances.ts';
import type { WorkerHost } from '../worker-host.ts';
import { makeWorld } from './make-world.ts';
import { PullDriver } from './pull-driver.ts';

/** The branch that a perturbed run follows. */
export interface Followed {
  readonly id: number;
  readonly start: number;
  readonly head: number;
  setupAt(step: number): Setup;
  pullAt(step: number): Pull | null;
}

const SLICE = 8; // ms

/** A world that goes through the same changes as the branch. */
class Follower {
  world: World;
  private readonly spec: RunSpec;
  private setup: Setup;
  private puller: PullDriver;

  constructor(spec: RunSpec, setup: Setup, snapshot: Snapshot) {
    this.spec = spec;
    this.setup = setup;
    this.world = makeWorld(spec, setup);
    this.puller = new PullDriver(this.world); // part of what a snapshot holds
    this.world.restore(snapshot);
  }

  step(setup: Setup, pull: Pull | null): void {
    if (setup !== this.setup) {
      const snapshot = this.world.snapshot();
      this.world.release();
      this.setup = setup;
      this.world = makeWorld(this.spec, setup);
      this.puller = new PullDriver(this.world);
      this.world.restore(snapshot);
    }
    this.puller.pull = pull;
    this.world.step();
  }
}

export class PerturbedRun {
  wanted = false;
  private readonly host: WorkerHost;
  private copies: readonly [Follower, Follower] | undefined;
  private branch: Followed | undefined;
  private start = 0;
  private waiting = false;

  constructor(host: WorkerHost) {
    this.host = host;
  }

  /** Follows the first branch while wanted and if another is shown. @param stateAt the state of a branch after a step */
  follow<T extends Followed>(spec: RunSpec, shown: readonly T[], stateAt: (branch: T, step: number) => Snapshot): void {
    const [main] = shown;
    if (!this.wanted || !main || shown.length < 2) {
      this.end();
      return;
    }
    const start = Math.min(Math.max(...shown.map((branch) => branch.start)), main.head);
    if (this.branch !== main || this.start !== start) this.begin(spec, main, start, stateAt(main, start));
    this.run();
  }

  private begin(spec: RunSpec, branch: Followed, start: number, snapshot: Snapshot): void {
    this.end();
    const setup = branch.setupAt(start + 1);
    this.copies = [new Follower(spec, setup, snapshot), new Follower(spec, setup, snapshot)];
    this.branch = branch;
    this.start = start;
    nudge(this.copies[1].world);
    const first = distance(this.copies[0].world, this.copies[1].world);
    this.host.reply({ type: 'noise', branch: branch.id, start, from: start, metres: [first] });
    this.run();
  }

  end(): void {
    for (const { world } of this.copies ?? []) world.release();
    this.copies = undefined;
    this.branch = undefined;
  }

  /** Runs up to the head of the branch. */
  private run(): void {
    if (this.waiting || !this.branch) return;
    this.waiting = true;
    this.host.later(() => {
      this.waiting = false;
      this.slice();
    }, 0);
  }

  private slice(): void {
    const { copies, branch, start } = this;
    if (!copies || !branch) return;
    const [original, perturbed] = copies;
    const from = original.world.steps + 1;
    const metres: number[] = [];
    const begun = this.host.clock();
    try {
      while (original.world.steps < branch.head && (metres.length === 0 || this.host.clock() - begun < SLICE)) {
        const step = original.world.steps + 1;
        for (const copy of copies) copy.step(branch.setupAt(step), branch.pullAt(step));
        metres.push(distance(original.world, perturbed.world));
      }
    } catch {
      this.end(); // a step without a finite outcome: the branch says so itself when it comes to it
    }
    if (metres.length > 0) this.host.reply({ type: 'noise', branch: branch.id, start, from, metres });
    if (this.branch && original.world.steps < branch.head) this.run();
  }
}

/** Every moving body by one ulp along x, to and fro in turns. */
function nudge(world: World): void {
  const bits = new BigInt64Array(1);
  const value = new Float64Array(bits.buffer);
  world.bodies.forEach((body, k) => {
    if (body.motion !== 'dynamic') return;
    const [x, y, z] = body.position;
    value[0] = x;
    if (x === 0) value[0] = Number.MIN_VALUE;
    else bits[0]! += k % 2 === 0 ? 1n : -1n;
    body.position = [value[0]!, y, z];
  });
}
