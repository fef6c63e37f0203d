/** A of rows that are written in the memory of kernels: they compute J L and multiply with it. */
import { factorInverseMasses } from '../inverse-masses.ts';
import { type KnownNumbers, type Structure, StructuredOperator } from '../structured.ts';
import type { RowPattern } from './row-patterns.ts';
import type { Sheet } from './sheet.ts';

export class SheetOperator extends StructuredOperator {
  private readonly sheet: Sheet;

  /** @param numbers views of the sheet at the length of the problem, which are computed */
  constructor(structure: Structure & { readonly pattern: RowPattern }, sheet: Sheet, numbers: Required<KnownNumbers>) {
    super(structure, numbers);
    this.sheet = sheet;
    factorInverseMasses(structure, this.L);
    sheet.scale(structure.pattern, structure.bodies);
  }

  override apply(x: Float64Array, out: Float64Array): void {
    this.multiply(x, out);
  }

  /** out = A x; the scaled velocity of x, which belongs to the operator until its next product. */
  multiply(x: Float64Array, out: Float64Array): Float64Array {
    const { F, at, kernels, jacobian } = this.sheet;
    this.take(x);
    kernels.bodySums(jacobian);
    kernels.rowSums(jacobian);
    for (let i = 0; i < this.n; i++) out[i] = F[at.product + i];
    return this.y;
  }

  override scaledVelocity(x: Float64Array, y: Float64Array): void {
    const { kernels, jacobian } = this.sheet;
    this.take(x);
    kernels.bodySums(jacobian);
    y.set(this.y);
    y.fill(0, this.y.length); // a sweep's y has a place for rows over one body, in memory that held other numbers before: 0 * Infinity
  }

  override rowVelocities(x: Float64Array, y: Float64Array, out: Float64Array): void {
    const { F, at, kernels, jacobian } = this.sheet;
    this.take(x);
    if (y !== this.y) this.y.set(y);
    kernels.rowSums(jacobian);
    for (let i = 0; i < this.n; i++) out[i] = F[at.product + i];
  }

  /** x may be longer than the problem. */
  private take(x: Float64Array): void {
    const { F, at } = this.sheet;
    if (x.length === this.n) F.set(x, at.x);
    else for (let i = 0; i < this.n; i++) F[at.x + i] = x[i];
  }
}
