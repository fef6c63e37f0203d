/**
 * A second look at the next step: what half the time step, and Coulomb's friction, would change.
 * docs/theory/error-budget.md (EB5), (EB10)
 *
 *   A: one step h; B: two of h/2; A', B': one more step of h from each, because v of a one-solve step lags by h
 *   energy = 2 (E(A') - E(B')),   motion = sum 2 |v| |dv| + 2 |dv|^2
 */

import type { BudgetEntry, StepBudget } from '../errors/budget.ts';
import { LocatedSum } from '../errors/located-sum.ts';
import type { Driver } from '../forces/driver.ts';
import { StepUndo } from '../step/step-undo.ts';
import type { Stepper } from '../step/stepper.ts';
import { SavedState } from './saved-state.ts';

export type StepChecked = Required<Pick<StepBudget, 'time'>> & Pick<StepBudget, 'model'>;

/** The functions of the world that a check calls. */
export interface CheckedWorld {
  /** Drivers act. */
  act(): void;
  /** Kinetic, potential and elastic energy of the present state, J. */
  energy(): number;
}

export class StepCheck {
  private readonly stepper: Stepper;
  private readonly drivers: readonly Driver[];
  private readonly start = new SavedState();
  private readonly undo = new StepUndo();

  constructor(stepper: Stepper, drivers: readonly Driver[]) {
    this.stepper = stepper;
    this.drivers = drivers;
  }

  /** The state of the world is as before when it returns. @throws StepError if one of the steps has no finite outcome */
  check(world: CheckedWorld, withModel: boolean): StepChecked {
    const { stepper, drivers, start } = this;
    const { bodies, timeStep, colliders } = stepper.parts;
    const force = bodies.force.slice();
    const advance = (h: number) => this.advance(world, force, h);
    start.take(stepper, drivers);
    this.undo.remember(stepper.parts, drivers);
    stepper.keepProblems(true);
    try {
      advance(timeStep);
      const once = bodies.velocity.slice();
      const needsModel = withModel && this.hasOtherSets();
      advance(timeStep);
      const [energyA, later] = [world.energy(), bodies.velocity.slice()];
      this.goBack();
      advance(timeStep / 2);
      advance(timeStep / 2);
      advance(timeStep);
      const motion = this.apart(later, 2);
      const time = { energy: 2 * (energyA - world.energy()), motion: motion.value, where: motion.where };
      if (!withModel) return { time };
      if (!needsModel) return { time, model: { value: 0, where: '' } };
      this.goBack();
      colliders.withCones = true;
      advance(timeStep);
      return { time, model: this.apart(once, 1) };
    } finally {
      colliders.withCones = false;
      this.goBack();
      stepper.keepProblems(false);
    }
  }

  private advance(world: CheckedWorld, force: Float64Array, h: number): void {
    const { stepper } = this;
    const { parts } = stepper;
    parts.bodies.force.set(force);
    parts.h = h;
    world.act();
    if (stepper.attempt()) {
      stepper.measure();
      stepper.keep();
    }
    stepper.fraction += h / parts.timeStep;
  }

  private goBack(): void {
    const { stepper } = this;
    const { parts } = stepper;
    this.start.putBack(stepper, this.drivers);
    this.undo.restore(parts, this.drivers);
    parts.h = parts.timeStep;
    stepper.fraction = 0;
  }

  /** True: some contact of the last step has friction other than Coulomb's. */
  private hasOtherSets(): boolean {
    const { colliders, detector } = this.stepper.parts;
    const { a, b, count } = detector.points;
    for (let i = 0; i < count; i++) {
      const { set } = colliders.materialOf(a[i], b[i]).law;
      if (set !== 'cone' && set !== 'none') return true;
    }
    return false;
  }

  /** factor (|v| |dv| + |dv|^2 factor/2), dv the difference of the present velocities to `other`; and the body that has most of it. */
  private apart(other: Float64Array, factor: number): BudgetEntry {
    const { bodies } = this.stepper.parts;
    const d = new Float64Array(other.length);
    const worst = new LocatedSum(-1);
    for (let k = 0; k < bodies.count; k++) {
      if (bodies.slot[k] < 0) continue;
      for (let c = 6 * k; c < 6 * k + 6; c++) d[c] = other[c] - bodies.velocity[c];
      const gap = bodies.kineticEnergyOf(k, bodies.pose, d);
      const kinetic = bodies.kineticEnergyOf(k, bodies.pose, bodies.velocity);
      worst.add(factor * (2 * Math.sqrt(gap * kinetic) + factor * gap), k);
    }
    return { value: worst.value, where: worst.at < 0 ? '' : bodies.names[worst.at] };
  }
}
