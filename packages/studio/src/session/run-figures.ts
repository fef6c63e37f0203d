/** Figures of every step of every branch, as they came from the worker. */
import { SCALARS, type Scalar, STATUS_NAMES } from '../protocol.ts';

/** Statuses up to this one are well. */
export const CONVERGED = STATUS_NAMES.indexOf('converged');
/** Overlaps beyond this raise a warning, m. */
export const DEEP = 1e-3;

export interface BranchFigures {
  /** The step before the first. */
  readonly start: number;
  readonly columns: Readonly<Record<Scalar, number[]>>;
}

export class RunFigures {
  private readonly branches = new Map<number, BranchFigures>();
  /** A step of some branch did not converge, tore a joint or let bodies overlap. */
  troubled = false;
  /** m, by pair and step. */
  private readonly distances = new Map<string, Map<number, number>>();

  /** Distance to a perturbed run, one ulp away at `start`, m. */
  private readonly floors = new Map<number, { readonly start: number; readonly metres: number[] }>();

  clear(): void {
    this.troubled = false;
    this.branches.clear();
    this.distances.clear();
    this.floors.clear();
  }

  addNoise(branch: number, start: number, from: number, metres: readonly number[]): void {
    const before = this.floors.get(branch);
    const floor = before?.start === start ? before : { start, metres: [] };
    this.floors.set(branch, floor);
    floor.metres.length = from - start;
    floor.metres.push(...metres);
  }

  /** Distance from the branch to its perturbed run, m; NaN if it is not known. */
  noise(branch: number, step: number): number {
    const floor = this.floors.get(branch);
    return floor?.metres[step - floor.start] ?? Number.NaN;
  }

  add(branch: number, from: number, columns: Readonly<Record<Scalar, Float64Array>>): void {
    const known = this.branches.get(branch) ?? { start: from - 1, columns: empty() };
    this.branches.set(branch, known);
    this.troubled ||= columns.status.some((status) => status > CONVERGED) || columns.deepest.some((d) => d > DEEP);
    for (const name of SCALARS) {
      const list = known.columns[name];
      list.length = Math.max(0, from - known.start - 1);
      for (const value of columns[name]) list.push(value);
    }
  }

  of(branch: number): BranchFigures | undefined {
    return this.branches.get(branch);
  }

  addDistances(first: number, second: number, steps: readonly number[], metres: readonly number[]): void {
    const known = this.distances.get(`${first}/${second}`) ?? new Map<number, number>();
    this.distances.set(`${first}/${second}`, known);
    steps.forEach((step, k) => void known.set(step, metres[k]!));
  }

  /** Between two branches, m; NaN if both were not shown at that step. */
  distance(p: number, q: number, step: number): number {
    return this.distances.get(p < q ? `${p}/${q}` : `${q}/${p}`)?.get(step) ?? Number.NaN;
  }

  /** NaN if it is not known. */
  at(branch: number, name: Scalar, step: number): number {
    const known = this.branches.get(branch);
    return known?.columns[name][step - known.start - 1] ?? Number.NaN;
  }
}

const empty = (): Record<Scalar, number[]> =>
  Object.fromEntries(SCALARS.map((name) => [name, []])) as unknown as Record<Scalar, number[]>;
