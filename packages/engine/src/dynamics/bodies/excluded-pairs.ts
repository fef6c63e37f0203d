/** Pairs of bodies that do not collide: those of a joint while it holds, and those that ignore each other by request. */
import { PairSet } from '../../collision/detector.ts';

export type NumberPair = readonly [number, number];

/** A joint, as far as collision is concerned. */
interface Holding {
  readonly broken: boolean;
}

export class ExcludedPairs {
  /** The pairs that the detector skips. */
  readonly all = new PairSet();
  /** By body: those that it ignores by request, and that ignore it. */
  private readonly ignored = new Map<number, Set<number>>();
  /** Pairs that began to ignore each other since `begin`. */
  private readonly since: NumberPair[] = [];
  /** The pair of each joint whose bodies do not collide with each other. */
  private readonly ofJoint = new Map<Holding, NumberPair>();

  /** The pairs that ignore each other by request, the lower number first, ascending. */
  get ignoring(): readonly NumberPair[] {
    const pairs = [...this.ignored].flatMap(([a, others]) =>
      [...others].filter((b) => a < b).map((b): NumberPair => [a, b]),
    );
    return pairs.sort(([a, b], [c, d]) => a - c || b - d);
  }

  /** Two bodies that ignore each other from now on. */
  ignore(a: number, b: number): void {
    if (this.ignored.get(a)?.has(b)) return;
    this.since.push([a, b]);
    this.link(a, b);
    this.link(b, a);
    this.all.add(a, b);
  }

  /** Replaces the list of pairs that ignore each other. */
  ignoreOnly(pairs: readonly NumberPair[]): void {
    for (const [a, b] of this.ignoring) this.meet(a, b);
    for (const [a, b] of pairs) this.ignore(a, b);
    this.begin();
    this.update();
  }

  /** A step begins, which may be taken back. */
  begin(): void {
    this.since.length = 0;
  }

  /** Undoes all calls of `ignore` since `begin`. */
  takeBack(): void {
    if (this.since.length === 0) return;
    for (const [a, b] of this.since) this.meet(a, b);
    this.since.length = 0;
    this.update();
  }

  addJoint(joint: Holding, pair: NumberPair | undefined): void {
    if (!pair) return;
    this.ofJoint.set(joint, pair);
    this.all.add(...pair);
  }

  /** `update` then lets its bodies collide, unless something else keeps them apart. */
  removeJoint(joint: Holding): void {
    const pair = this.ofJoint.get(joint);
    if (!pair) return;
    this.ofJoint.delete(joint);
    if (!this.ignored.get(pair[0])?.has(pair[1])) this.all.delete(...pair);
  }

  /** A body without joints leaves: its number goes to another one. */
  removeBody(body: number): void {
    for (const other of this.ignored.get(body) ?? []) this.meet(body, other);
    this.ignored.delete(body);
  }

  /**
   * Called after joints broke, were mended or removed: bodies of a joint that does not hold collide unless another exclusion
   * applies.
   */
  update(): void {
    for (const [a, b] of this.ofJoint.values()) if (!this.ignored.get(a)?.has(b)) this.all.delete(a, b);
    for (const [joint, pair] of this.ofJoint) if (!joint.broken) this.all.add(...pair);
  }

  clear(): void {
    for (const [a, b] of [...this.ignoring, ...this.ofJoint.values()]) this.all.delete(a, b);
    this.ignored.clear();
    this.ofJoint.clear();
  }

  private link(a: number, b: number): void {
    const others = this.ignored.get(a);
    if (others) others.add(b);
    else this.ignored.set(a, new Set([b]));
  }

  private meet(a: number, b: number): void {
    this.ignored.get(a)?.delete(b);
    this.ignored.get(b)?.delete(a);
    this.all.delete(a, b);
  }
}
