/**
 * Admissible sets straight from their definitions, without anything of `problem/sets`: what the sets of the engine are compared with.
 * docs/theory/complementarity.md (C6)
 */
import { cos, PI, sin } from '../../src/linalg/elementary.ts';

export interface AdmissibleSet {
  /** out = the point of the set nearest to x. */
  project(x: Float64Array, out: Float64Array): void;
  /** max of y'w over the set's y; Infinity if the set is unbounded along w. */
  support(w: Float64Array): number;
}

/** l <= x <= u, row by row. */
export class Box implements AdmissibleSet {
  private readonly lo: Float64Array;
  private readonly hi: Float64Array;

  constructor(lo: Float64Array, hi: Float64Array) {
    this.lo = lo;
    this.hi = hi;
  }

  project(x: Float64Array, out: Float64Array): void {
    for (let i = 0; i < x.length; i++) out[i] = Math.max(this.lo[i], Math.min(this.hi[i], x[i]));
  }

  support(w: Float64Array): number {
    let sum = 0;
    for (let i = 0; i < w.length; i++) if (w[i] !== 0) sum += Math.max(this.lo[i] * w[i], this.hi[i] * w[i]);
    return sum;
  }
}

/** |x| <= r, in any number of rows. */
export class Disc implements AdmissibleSet {
  private readonly radius: number;

  constructor(radius: number) {
    this.radius = radius;
  }

  project(x: Float64Array, out: Float64Array): void {
    const size = length(x);
    out.set(x.map((v) => (size > this.radius ? (this.radius * v) / size : v)));
  }

  support(w: Float64Array): number {
    return this.radius * length(w);
  }
}

/** The convex hull of `facets` corners on the circle of radius r, the first on the first axis. */
export class Polygon implements AdmissibleSet {
  private readonly corners: readonly (readonly [number, number])[];

  constructor(radius: number, facets: number) {
    this.corners = Array.from({ length: facets }, (_, k) => {
      const angle = (2 * PI * k) / facets;
      return [radius * cos(angle), radius * sin(angle)] as const;
    });
  }

  /** Inside, x itself; else the nearest point of the nearest side. */
  project(x: Float64Array, out: Float64Array): void {
    const { corners } = this;
    let inside = true;
    let least = Infinity;
    corners.forEach(([ax, ay], k) => {
      const [bx, by] = corners[(k + 1) % corners.length];
      const [ex, ey] = [bx - ax, by - ay];
      if (!(ex * (x[1] - ay) - ey * (x[0] - ax) >= 0)) inside = false; // left of every side, going round
      const t = Math.min(1, Math.max(0, ((x[0] - ax) * ex + (x[1] - ay) * ey) / (ex * ex + ey * ey)));
      const [px, py] = [ax + t * ex, ay + t * ey];
      const distance = (x[0] - px) * (x[0] - px) + (x[1] - py) * (x[1] - py);
      if (distance < least) [least, out[0], out[1]] = [distance, px, py];
    });
    if (inside) out.set(x);
  }

  support(w: Float64Array): number {
    return Math.max(...this.corners.map(([x, y]) => x * w[0] + y * w[1]));
  }
}

/** |x_t| <= mu x_n with x = (x_n, x_t). */
export class Cone implements AdmissibleSet {
  private readonly mu: number;

  constructor(mu: number) {
    this.mu = mu;
  }

  /** Inside, x itself; in the polar cone, the apex; else the nearest point of the line of the rim beneath x. */
  project(x: Float64Array, out: Float64Array): void {
    const { mu } = this;
    const radius = length(x.subarray(1));
    if (radius <= mu * x[0]) {
      out.set(x);
      return;
    }
    const along = (x[0] + mu * radius) / (1 + mu * mu); // height of the nearest point of the line (1, mu)
    if (along <= 0) out.fill(0);
    else out.set(x.map((v, i) => (i === 0 ? along : (mu * along * v) / radius)));
  }

  /** Zero on the polar cone, infinite outside: rounding decides at its rim. */
  support(w: Float64Array): number {
    return w[0] + this.mu * length(w.subarray(1)) <= 0 ? 0 : Infinity;
  }
}

function length(x: Float64Array): number {
  return Math.sqrt(x.reduce((sum, v) => sum + v * v, 0));
}
