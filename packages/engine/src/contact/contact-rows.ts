/**
 * Contact points to rows, and what is remembered of them from step to step.   docs/theory/contact-rows.md (CR2)-(CR9)
 *
 *   J_n = (-n, -r_A x n | n, r_B x n),  tangents alike;   C = 1/(h^2 k + h beta),  D = k/(h k + beta)
 *   g_n = D phi where phi <= 0, phi/h where the gap is open, -rebound in an impact;   g_t = D s, s the stick anchor
 *
 * Remembered per point, as world vectors because the tangents may turn: impulses for the warm start, and the anchor
 * s <- clamp(s + h (J v+)_t, -/+ mu x_n/(h k_t)), which makes a contact that sticks stay where it is.
 */
import type { ContactPoints } from '../collision/detector.ts';
import type { RowBuilder } from '../problem/row-builder.ts';
import type { Material } from './material.ts';

/** How every contact of a world is written. */
export interface ContactSettings {
  /** Scale on C of friction rows; 1: as the normal. Smaller is stiffer. */
  readonly frictionCompliance: number;
  /** Friction rows with an anchor hold their place; without one they creep (a dashpot, as in the papers). */
  readonly stick: 'anchor' | 'none';
}

/** What rows need to know of the bodies; arrays by body number. */
export interface ContactBodies {
  /** Seven numbers a body, the centre of mass first. */
  readonly pose: Float64Array;
  /** Six numbers a body: at the start of the step for rows, v+ once it is solved. */
  readonly velocity: Float64Array;
  /** Three numbers a body, world axes: how fast its surface runs past it (conveyors), m/s. */
  readonly surface: Float64Array;
}

/** Approaches slower than this times g h, which gravity alone gives in two steps, do not bounce. */
const SLOW = 2;
const STANDARD_GRAVITY = 9.81; // m/s^2
/** Scale on C in an impact: compliance would take C/a of the rebound, 7 % of a ball's apex at h = 1/4000 s. */
const IMPACT_COMPLIANCE = 1e-4;

/** Numbers a point: normal impulse, tangential impulse xyz, anchor xyz. */
const MEMORY = 7;

export class ContactRows {
  /** Tangents of each point, t1 then t2, six numbers. */
  tangents: Float64Array = new Float64Array(6 * 64);
  /** What the last committed step left, aligned with the points of that step. */
  memory: Float64Array = new Float64Array(MEMORY * 64);
  private next: Float64Array = new Float64Array(MEMORY * 64);

  /** Tangents of all points: before anything else of a step. */
  begin(points: ContactPoints): void {
    this.reserve(points.count);
    const { normal } = points;
    for (let i = 0; i < points.count; i++) this.setTangents(i, normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
  }

  /**
   * Writes three rows for each of the points `which`: normal, t1, t2.
   * @param predicted velocities that the bodies would have without contacts, six numbers a body; restitution asks for them
   * @param moved change of each point's gap since it was found, m; zero where left out
   */
  write(
    points: ContactPoints,
    which: readonly number[],
    bodyOf: Int32Array,
    materialOf: (a: number, b: number) => Material,
    bodies: ContactBodies,
    settings: ContactSettings,
    h: number,
    rows: RowBuilder,
    predicted: Float64Array,
    moved?: Float64Array,
  ): void {
    const { normal, gap, pointA, pointB } = points;
    const { pose } = bodies;
    for (const i of which) {
      const a = bodyOf[points.a[i]];
      const b = bodyOf[points.b[i]];
      const { friction, stiffness, damping, restitution } = materialOf(points.a[i], points.b[i]);
      const C = 1 / (h * h * stiffness + h * damping);
      const D = stiffness / (h * stiffness + damping);
      // both bodies are pushed at the middle of the two surface points: equal and opposite along one line
      const px = 0.5 * (pointA[3 * i] + pointB[3 * i]);
      const py = 0.5 * (pointA[3 * i + 1] + pointB[3 * i + 1]);
      const pz = 0.5 * (pointA[3 * i + 2] + pointB[3 * i + 2]);
      const phi = moved ? gap[i] + moved[i] : gap[i];
      let impact = 1;
      let g = phi > 0 ? phi / h : D * phi;
      if (restitution > 0) {
        const approach = slip(points, i, bodyOf, pose, bodies.velocity, normal, 3 * i);
        const next = slip(points, i, bodyOf, pose, predicted, normal, 3 * i);
        if (approach < -SLOW * STANDARD_GRAVITY * h && phi + h * next <= 0) {
          g = -rebound(-approach, (approach - next) / h, phi, restitution, h);
          impact = IMPACT_COMPLIANCE;
        }
      }
      rows.row('normal', 'linear', g, impact * C);
      rows.bounds(0, Infinity);
      direction(rows, pose, a, b, px, py, pz, normal, 3 * i);
      const last = settings.stick === 'anchor' ? points.previous[i] : -1;
      for (let t = 0; t < 2; t++) {
        const at = 6 * i + 3 * t;
        const s = last < 0 ? 0 : this.remembered(last, 4, at);
        const run = running(bodies.surface, a, b, this.tangents, at);
        rows.row('friction', 'linear', D * s + run, settings.frictionCompliance * C);
        direction(rows, pose, a, b, px, py, pz, this.tangents, at);
      }
      rows.contact(friction);
    }
  }

  /** The last step's impulses, three a point, matched by id and turned into this step's tangents; new points start from zero. */
  warmStart(points: ContactPoints, x: Float64Array): void {
    for (let i = 0; i < points.count; i++) {
      const last = points.previous[i];
      const at = 3 * i;
      x[at] = last < 0 ? 0 : this.memory[MEMORY * last];
      x[at + 1] = last < 0 ? 0 : this.remembered(last, 1, 6 * i);
      x[at + 2] = last < 0 ? 0 : this.remembered(last, 1, 6 * i + 3);
    }
  }

  /** Prepares what the next step will remember: impulses x, three a point, and anchors moved by v+. `commit` makes it so. */
  remember(
    points: ContactPoints,
    bodyOf: Int32Array,
    materialOf: (a: number, b: number) => Material,
    bodies: ContactBodies,
    { frictionCompliance, stick }: ContactSettings,
    h: number,
    x: Float64Array,
  ): void {
    const { next, tangents: t } = this;
    for (let i = 0; i < points.count; i++) {
      const at = 3 * i;
      const to = MEMORY * i;
      const x1 = x[at + 1];
      const x2 = x[at + 2];
      next[to] = x[at];
      for (let c = 0; c < 3; c++) {
        next[to + 1 + c] = x1 * t[6 * i + c] + x2 * t[6 * i + 3 + c];
        next[to + 4 + c] = 0;
      }
      if (stick === 'none') continue;
      const { friction, stiffness } = materialOf(points.a[i], points.b[i]);
      const limit = (friction * Math.max(x[at], 0) * frictionCompliance) / (h * stiffness); // mu x_n/(h k_t)
      if (limit === 0) continue;
      const a = bodyOf[points.a[i]];
      const b = bodyOf[points.b[i]];
      const last = points.previous[i];
      for (let axis = 6 * i; axis < 6 * i + 6; axis += 3) {
        const before = last < 0 ? 0 : this.remembered(last, 4, axis);
        const speed =
          slip(points, i, bodyOf, bodies.pose, bodies.velocity, t, axis) + running(bodies.surface, a, b, t, axis);
        const s = Math.max(-limit, Math.min(limit, before + h * speed));
        for (let c = 0; c < 3; c++) next[to + 4 + c] += s * t[axis + c];
      }
    }
  }

  commit(): void {
    const { memory } = this;
    this.memory = this.next;
    this.next = memory;
  }

  /** Only the points `kept` of the last step are still there, in this order. */
  keep(kept: readonly number[]): void {
    kept.forEach((from, to) => {
      this.memory.copyWithin(MEMORY * to, MEMORY * from, MEMORY * (from + 1));
    });
  }

  /** What `count` points left, for a snapshot. */
  save(count: number): Float64Array {
    return this.memory.slice(0, MEMORY * count);
  }

  restore(memory: Float64Array): void {
    this.reserve(memory.length / MEMORY);
    this.memory.set(memory);
  }

  /** Component of a remembered vector (impulse from 1, anchor from 4) along the tangent at `axis`. */
  private remembered(point: number, from: number, axis: number): number {
    const { memory, tangents } = this;
    const at = MEMORY * point + from;
    return memory[at] * tangents[axis] + memory[at + 1] * tangents[axis + 1] + memory[at + 2] * tangents[axis + 2];
  }

  /** World x, or y where n is near x, made orthogonal to n; then n x t1. As `tangents` of linalg, without allocating. */
  private setTangents(i: number, nx: number, ny: number, nz: number): void {
    const { tangents: t } = this;
    const alongX = Math.abs(nx) < 0.7;
    const d = alongX ? nx : ny;
    let x = (alongX ? 1 : 0) - nx * d;
    let y = (alongX ? 0 : 1) - ny * d;
    let z = -nz * d;
    const inverse = 1 / Math.sqrt(x * x + y * y + z * z);
    x *= inverse;
    y *= inverse;
    z *= inverse;
    t[6 * i] = x;
    t[6 * i + 1] = y;
    t[6 * i + 2] = z;
    t[6 * i + 3] = ny * z - nz * y;
    t[6 * i + 4] = nz * x - nx * z;
    t[6 * i + 5] = nx * y - ny * x;
  }

  private reserve(points: number): void {
    let size = this.tangents.length / 6;
    if (points <= size) return;
    while (size < points) size *= 2;
    this.tangents = new Float64Array(6 * size);
    const memory = new Float64Array(MEMORY * size);
    memory.set(this.memory);
    this.memory = memory;
    this.next = new Float64Array(MEMORY * size);
  }
}

/**
 * The speed after an impact, m/s (CR9): e^2 of the approach's energy is left, both counted as semi-implicit Euler conserves it,
 * v^2/2 + a z - a h v/2 at height z; e = 1 then bounces for ever, where -e v gains 4 % an apex at h = 1/60 s.
 * @param v approach speed, > 0 @param a acceleration towards the surface, m/s^2 @param phi height, m @param e restitution
 */
function rebound(v: number, a: number, phi: number, e: number, h: number): number {
  const left = e * e * (v * v + 2 * a * phi + a * h * v) - 2 * a * phi;
  return 0.5 * (Math.sqrt(Math.max(a * a * h * h + 4 * left, 0)) - a * h);
}

/** The blocks of a row that pushes B along d and A against it, at the point p. */
function direction(
  rows: RowBuilder,
  pose: Float64Array,
  a: number,
  b: number,
  px: number,
  py: number,
  pz: number,
  d: Float64Array,
  at: number,
): void {
  const dx = d[at];
  const dy = d[at + 1];
  const dz = d[at + 2];
  let rx = px - pose[7 * a];
  let ry = py - pose[7 * a + 1];
  let rz = pz - pose[7 * a + 2];
  rows.block(a, -dx, -dy, -dz, rz * dy - ry * dz, rx * dz - rz * dx, ry * dx - rx * dy);
  rx = px - pose[7 * b];
  ry = py - pose[7 * b + 1];
  rz = pz - pose[7 * b + 2];
  rows.block(b, dx, dy, dz, ry * dz - rz * dy, rz * dx - rx * dz, rx * dy - ry * dx);
}

/** How fast the surface of B runs past that of A along the direction at `axis`, beyond the motion of the bodies, m/s. */
function running(surface: Float64Array, a: number, b: number, direction: Float64Array, axis: number): number {
  return (
    direction[axis] * (surface[3 * b] - surface[3 * a]) +
    direction[axis + 1] * (surface[3 * b + 1] - surface[3 * a + 1]) +
    direction[axis + 2] * (surface[3 * b + 2] - surface[3 * a + 2])
  );
}

/** Velocity of B against A at point i along the direction at `axis`, m/s. */
function slip(
  { a, b, pointA, pointB }: ContactPoints,
  i: number,
  bodyOf: Int32Array,
  pose: Float64Array,
  velocity: Float64Array,
  direction: Float64Array,
  axis: number,
): number {
  const px = 0.5 * (pointA[3 * i] + pointB[3 * i]);
  const py = 0.5 * (pointA[3 * i + 1] + pointB[3 * i + 1]);
  const pz = 0.5 * (pointA[3 * i + 2] + pointB[3 * i + 2]);
  return (
    speedAt(bodyOf[b[i]], px, py, pz, pose, velocity, direction, axis) -
    speedAt(bodyOf[a[i]], px, py, pz, pose, velocity, direction, axis)
  );
}

/** Velocity of a body's point p along the direction at `axis`, m/s. */
function speedAt(
  body: number,
  px: number,
  py: number,
  pz: number,
  pose: Float64Array,
  velocity: Float64Array,
  direction: Float64Array,
  axis: number,
): number {
  const rx = px - pose[7 * body];
  const ry = py - pose[7 * body + 1];
  const rz = pz - pose[7 * body + 2];
  const v = 6 * body;
  return (
    direction[axis] * (velocity[v] + velocity[v + 4] * rz - velocity[v + 5] * ry) +
    direction[axis + 1] * (velocity[v + 1] + velocity[v + 5] * rx - velocity[v + 3] * rz) +
    direction[axis + 2] * (velocity[v + 2] + velocity[v + 3] * ry - velocity[v + 4] * rx)
  );
}
