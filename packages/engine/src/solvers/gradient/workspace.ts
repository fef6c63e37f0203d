/** Vectors of one solver instance, kept from solve to solve: a solve of the same size allocates none. */
export class Workspace {
  private readonly kept: Float64Array[] = [];
  private taken = 0;

  /** A solve begins: everything handed out before is free again. */
  begin(): void {
    this.taken = 0;
  }

  /** A vector of n zeros. */
  vector(n: number): Float64Array {
    const at = this.taken++;
    if (this.kept[at]?.length === n) return this.kept[at].fill(0);
    this.kept[at] = new Float64Array(n);
    return this.kept[at];
  }

  release(): void {
    this.kept.length = 0;
    this.taken = 0;
  }
}

/** u'v */
export function dot(u: Float64Array, v: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < u.length; i++) sum += u[i] * v[i];
  return sum;
}
