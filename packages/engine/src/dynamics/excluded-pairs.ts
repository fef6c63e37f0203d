/** Pairs of bodies that do not collide: those of a joint while it holds, and those that ignore each other by request. */
import { PairSet } from '../collision/detector.ts';
import type { Joint } from './joints/joint.ts';

type Pair = readonly [number, number];

export class ExcludedPairs {
  /** The pairs that the detector skips. */
  readonly all = new PairSet();
  private readonly ignored = new PairSet();
  /** The pair of each joint, in the order of joints; undefined if its bodies collide or one is the world. */
  private readonly ofJoint: (Pair | undefined)[] = [];

  /** Whether two bodies ignore each other by request. */
  ignores(a: number, b: number): boolean {
    return this.ignored.has(a, b);
  }

  /** Whether any two bodies do so. */
  get ignoresSome(): boolean {
    return this.ignored.size > 0;
  }

  /** Two bodies that ignore each other from now on. */
  ignore(a: number, b: number): void {
    this.ignored.add(a, b);
    this.all.add(a, b);
  }

  /** A joint was added at the end. */
  addJoint(pair: Pair | undefined): void {
    this.ofJoint.push(pair);
    if (pair) this.all.add(...pair);
  }

  /** Joint j was taken out of the list, and `joints` are those that stay. */
  removeJoint(j: number, joints: readonly Joint[]): void {
    const [pair] = this.ofJoint.splice(j, 1);
    if (pair && !this.ignored.has(...pair)) this.all.delete(...pair);
    this.update(joints);
  }

  /** A body without joints leaves: its number goes to another one. */
  removeBody(body: number, count: number): void {
    for (let other = 0; other < count; other++) {
      this.ignored.delete(body, other);
      this.all.delete(body, other);
    }
  }

  /** After joints broke or were mended: bodies of a broken joint collide unless something else keeps them apart. */
  update(joints: readonly Joint[]): void {
    for (const pair of this.ofJoint) if (pair && !this.ignored.has(...pair)) this.all.delete(...pair);
    this.ofJoint.forEach((pair, k) => {
      if (pair && !joints[k].broken) this.all.add(...pair);
    });
  }
}
