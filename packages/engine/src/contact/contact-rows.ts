/**
 * Contact points to rows, and what is remembered of them from step to step.   docs/theory/contact-rows.md (CR2)-(CR17)
 *
 *   J_n = (-n, -r_A x n | n, r_B x n),  tangents alike;   C = 1/(h^2 k + h beta),  D = k/(h k + beta)
 *   g_n = D phi where phi <= 0, phi/h where the gap is open, -rebound in an impact;   g_t = D s, s the stick anchor
 *   rolling and spinning rows: J_d = (0, -d | 0, d),  C/rho^2,  g = D s, s an angle
 *
 * Remembered per point, as world vectors because the tangents may turn: impulses for the warm start, and the anchor
 * s <- clamp(s + h (J v+)_t, -/+ mu x_n/(h k_t)), which makes a contact that sticks stay where it is.
 */
import type { ContactPoints } from '../collision/detector.ts';
import type { FrictionLaw, RowBuilder } from '../problem/row-builder.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { ContactMemory, MEMORY, TURN } from './contact-memory.ts';
import type { PairMaterial } from './material.ts';
import { pushAlong, running, slipAlong, turnAbout, turnRate, velocitiesAt } from './point-motion.ts';

/** How every contact of a world is written. */
export interface ContactSettings {
  /** Scale on C of friction rows; 1: as the normal. Smaller is stiffer. */
  readonly frictionCompliance: number;
  /** Friction rows with an anchor hold their place; without one they creep (a dashpot, as in the papers). */
  readonly stick: 'anchor' | 'none';
  /** Of pairs whose materials name no model, and the sides of its polygon where it is one. */
  readonly frictionModel: SetKind;
  readonly facets: number;
  /** compliant: springs and dampers. rigid: C = 0 on every row, so that A is semidefinite only (CR15). */
  readonly form: 'compliant' | 'rigid';
  /** K of rigid contacts: the share of an overlap that a step takes back, (0, 1]. */
  readonly recovery: number;
}

/** What rows need to know of the bodies; arrays by body number. */
export interface ContactBodies {
  /** Seven numbers a body, the centre of mass first. */
  readonly pose: Float64Array;
  /** Six numbers a body: at the start of the step for rows, v+ once it is solved. */
  readonly velocity: Float64Array;
  /** Three numbers a body, world axes: how fast its surface runs past it (conveyors), m/s. */
  readonly surface: Float64Array;
  /** kg, and nine numbers of I^-1 in body axes, 1/(kg m^2); zero where a body is not moved by impulses. */
  readonly mass: Float64Array;
  readonly inverseInertia: Float64Array;
}

type MaterialOf = (a: number, b: number) => PairMaterial;

/** Approaches slower than this times g h, which gravity alone gives in two steps, do not bounce. */
const SLOW = 2;
const STANDARD_GRAVITY = 9.81; // m/s^2
/** Scale on C in an impact: compliance would take C/a of the rebound, 7 % of a ball's apex at h = 1/4000 s. */
const IMPACT_COMPLIANCE = 1e-4;

export class ContactRows {
  /** Where the rows of each point begin among those of all points, and after the last one their number. */
  first: Int32Array = new Int32Array(65);
  /** Tangents of each point, t1 then t2, six numbers. */
  tangents: Float64Array = new Float64Array(6 * 64);
  readonly memory = new ContactMemory();
  private readonly both = new Float64Array(6);

  /** Tangents and places of all points: before anything else of a step. */
  begin(points: ContactPoints, materialOf: MaterialOf): void {
    this.reserve(points.count);
    const { first } = this;
    const { normal, a, b } = points;
    let turns = false;
    for (let i = 0; i < points.count; i++) {
      this.setTangents(i, normal[3 * i], normal[3 * i + 1], normal[3 * i + 2]);
      const { rows, law } = materialOf(a[i], b[i]);
      first[i + 1] = first[i] + rows;
      if (law.muRolling > 0 || law.muSpinning > 0) turns = true;
    }
    this.memory.begin(points.count, turns);
  }

  /**
   * Writes the rows of each of the points `which`: normal, t1, t2 unless without friction, rolling and spinning rows where it has them.
   * @param predicted velocities that the bodies would have without contacts, six numbers a body; restitution asks for them
   * @param moved change of each point's gap since it was found, m; zero where left out
   */
  write(
    points: ContactPoints,
    which: readonly number[],
    bodyOf: Int32Array,
    materialOf: MaterialOf,
    bodies: ContactBodies,
    settings: ContactSettings,
    h: number,
    rows: RowBuilder,
    predicted: Float64Array,
    moved?: Float64Array,
  ): void {
    const { normal, gap, pointA, pointB } = points;
    const { pose } = bodies;
    const { both } = this;
    for (const i of which) {
      const a = bodyOf[points.a[i]];
      const b = bodyOf[points.b[i]];
      const { law, stiffness, damping, restitution } = materialOf(points.a[i], points.b[i]);
      const rigid = settings.form === 'rigid';
      const C = rigid ? 0 : 1 / (h * h * stiffness + h * damping);
      const D = rigid ? settings.recovery / h : stiffness / (h * stiffness + damping);
      // both bodies are pushed at the middle of the two surface points: equal and opposite along one line
      const px = 0.5 * (pointA[3 * i] + pointB[3 * i]);
      const py = 0.5 * (pointA[3 * i + 1] + pointB[3 * i + 1]);
      const pz = 0.5 * (pointA[3 * i + 2] + pointB[3 * i + 2]);
      const phi = moved ? gap[i] + moved[i] : gap[i];
      let impact = 1;
      let g = phi > 0 ? phi / h : D * phi;
      if (restitution > 0) {
        velocitiesAt(points, i, bodyOf, pose, bodies.velocity, both);
        const approach = slipAlong(both, normal, 3 * i);
        velocitiesAt(points, i, bodyOf, pose, predicted, both);
        const next = slipAlong(both, normal, 3 * i);
        if (approach < -SLOW * STANDARD_GRAVITY * h && phi + h * next <= 0) {
          g = -rebound(-approach, (approach - next) / h, phi, restitution, h);
          impact = IMPACT_COMPLIANCE;
        }
      }
      rows.row('normal', 'linear', g, impact * C);
      rows.bounds(0, Infinity);
      pushAlong(rows, pose, a, b, px, py, pz, normal, 3 * i);
      const last = settings.stick === 'anchor' ? points.previous[i] : -1;
      const Ct = settings.frictionCompliance * C;
      if (law.set !== 'none')
        for (let at = 6 * i; at < 6 * i + 6; at += 3) {
          const s = last < 0 ? 0 : this.memory.along(last, 4, this.tangents, at);
          rows.row('friction', 'linear', D * s + running(bodies.surface, a, b, this.tangents, at), Ct);
          pushAlong(rows, pose, a, b, px, py, pz, this.tangents, at);
        }
      if (law.muRolling > 0 || law.muSpinning > 0)
        this.writeTurning(points, i, last, a, b, law, D, Ct / turningRadius2(bodies, a, b), rows);
      rows.contact(law);
    }
  }

  /** The last step's impulses, by row, matched by id and turned into this step's tangents; new points start from zero. */
  warmStart(points: ContactPoints, materialOf: MaterialOf, x: Float64Array): void {
    const { tangents: t, memory } = this;
    for (let i = 0; i < points.count; i++) {
      const last = points.previous[i];
      let at = this.first[i];
      const { law, rows } = materialOf(points.a[i], points.b[i]);
      if (last < 0) {
        x.fill(0, at, at + rows);
        continue;
      }
      x[at++] = memory.normalImpulse(last);
      if (law.set !== 'none') {
        x[at++] = memory.along(last, 1, t, 6 * i);
        x[at++] = memory.along(last, 1, t, 6 * i + 3);
      }
      if (law.muRolling > 0) {
        x[at++] = memory.about(last, 0, t, 6 * i);
        x[at++] = memory.about(last, 0, t, 6 * i + 3);
      }
      if (law.muSpinning > 0) x[at] = memory.about(last, 0, points.normal, 3 * i);
    }
  }

  /** Prepares what the next step will remember: impulses x, by row, and anchors moved by v+. `memory.commit` makes it so. */
  remember(
    points: ContactPoints,
    bodyOf: Int32Array,
    materialOf: MaterialOf,
    bodies: ContactBodies,
    { frictionCompliance, stick, form }: ContactSettings,
    h: number,
    x: Float64Array,
  ): void {
    const { tangents: t, first } = this;
    const { next } = this.memory;
    for (let i = 0; i < points.count; i++) {
      const { law, stiffness } = materialOf(points.a[i], points.b[i]);
      const at = first[i];
      const to = MEMORY * i;
      const slides = law.set !== 'none';
      const x1 = slides ? x[at + 1] : 0;
      const x2 = slides ? x[at + 2] : 0;
      next[to] = x[at];
      for (let c = 0; c < 3; c++) {
        next[to + 1 + c] = x1 * t[6 * i + c] + x2 * t[6 * i + 3 + c];
        next[to + 4 + c] = 0;
      }
      const turns = law.muRolling > 0 || law.muSpinning > 0;
      if (turns) this.rememberTorque(points, i, law, x, at + (slides ? 3 : 1));
      if (stick === 'none' || form === 'rigid') continue; // rigid: k is infinite, and the anchor's range zero
      const xn = Math.max(x[at], 0);
      const limit = (law.mu * xn * frictionCompliance) / (h * stiffness); // mu x_n/(h k_t)
      if (slides && limit !== 0) this.moveAnchor(points, i, bodyOf, bodies, h, limit, isRound(law.set));
      if (turns) this.moveTurnAnchor(points, i, bodyOf, bodies, h, (xn * frictionCompliance) / (h * stiffness), law);
    }
  }

  /** (CR11): two rolling rows, a spinning row, or both. @param last number of the point in the last step, or -1 @param C of each */
  private writeTurning(
    { normal }: ContactPoints,
    i: number,
    last: number,
    a: number,
    b: number,
    { muRolling, muSpinning }: FrictionLaw,
    D: number,
    C: number,
    rows: RowBuilder,
  ): void {
    const { tangents: t, memory } = this;
    if (muRolling > 0)
      for (let at = 6 * i; at < 6 * i + 6; at += 3) {
        rows.row('rolling', 'angular', D * memory.about(last, 3, t, at), C);
        turnAbout(rows, a, b, t, at);
      }
    if (muSpinning === 0) return;
    rows.row('spinning', 'angular', D * memory.about(last, 3, normal, 3 * i), C);
    turnAbout(rows, a, b, normal, 3 * i);
  }

  /** Torque impulses of point i, whose rolling and spinning rows begin at `row`, as one world vector. */
  private rememberTorque(points: ContactPoints, i: number, law: FrictionLaw, x: Float64Array, row: number): void {
    const { tangents: t } = this;
    const { nextTurn } = this.memory;
    const rolls = law.muRolling > 0;
    for (let c = 0; c < 3; c++) {
      if (rolls) nextTurn[TURN * i + c] = x[row] * t[6 * i + c] + x[row + 1] * t[6 * i + 3 + c];
      if (law.muSpinning > 0) nextTurn[TURN * i + c] += x[row + (rolls ? 2 : 0)] * points.normal[3 * i + c];
    }
  }

  /** (CR7) of point i. @param limit m */
  private moveAnchor(
    points: ContactPoints,
    i: number,
    bodyOf: Int32Array,
    { pose, velocity, surface }: ContactBodies,
    h: number,
    limit: number,
    round: boolean,
  ): void {
    const { tangents: t, memory, both } = this;
    const a = bodyOf[points.a[i]];
    const b = bodyOf[points.b[i]];
    const last = points.previous[i];
    const [p, q] = [6 * i, 6 * i + 3];
    const before1 = last < 0 ? 0 : memory.along(last, 4, t, p);
    const before2 = last < 0 ? 0 : memory.along(last, 4, t, q);
    velocitiesAt(points, i, bodyOf, pose, velocity, both);
    const speed1 = slipAlong(both, t, p) + running(surface, a, b, t, p);
    const speed2 = slipAlong(both, t, q) + running(surface, a, b, t, q);
    addAnchor(before1 + h * speed1, before2 + h * speed2, limit, round, t, p, memory.next, MEMORY * i + 4);
  }

  /** (CR13) of point i. @param range x_n/(h k_t), m */
  private moveTurnAnchor(
    points: ContactPoints,
    i: number,
    bodyOf: Int32Array,
    bodies: ContactBodies,
    h: number,
    range: number,
    { set, muRolling, muSpinning }: FrictionLaw,
  ): void {
    const { tangents: t, memory } = this;
    const { nextTurn } = memory;
    const { velocity } = bodies;
    const a = bodyOf[points.a[i]];
    const b = bodyOf[points.b[i]];
    const last = points.previous[i];
    const angle = range / turningRadius2(bodies, a, b); // x_n/(h k_r), rad/m
    const to = TURN * i + 3;
    if (muRolling > 0) {
      const s1 = memory.about(last, 3, t, 6 * i) + h * turnRate(velocity, a, b, t, 6 * i);
      const s2 = memory.about(last, 3, t, 6 * i + 3) + h * turnRate(velocity, a, b, t, 6 * i + 3);
      addAnchor(s1, s2, muRolling * angle, isRound(set), t, 6 * i, nextTurn, to);
    }
    if (muSpinning > 0) {
      const n = points.normal;
      const s = memory.about(last, 3, n, 3 * i) + h * turnRate(velocity, a, b, n, 3 * i);
      const held = clamp(s, muSpinning * angle);
      for (let c = 0; c < 3; c++) nextTurn[to + c] += held * n[3 * i + c];
    }
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
    this.first = new Int32Array(size + 1);
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

/**
 * rho^2, m^2 (CR12): what makes the angular rows of a contact as stiff for the bodies' turning as the others are for their motion;
 * 2/5 R^2 for a sphere on what does not move.
 */
function turningRadius2({ mass, inverseInertia }: ContactBodies, a: number, b: number): number {
  const linear = (mass[a] > 0 ? 1 / mass[a] : 0) + (mass[b] > 0 ? 1 / mass[b] : 0);
  const trace = (k: number) => inverseInertia[9 * k] + inverseInertia[9 * k + 4] + inverseInertia[9 * k + 8];
  const angular = (trace(a) + trace(b)) / 3;
  return linear / angular;
}

/** Sets whose tangential part is a disc or a polygon: their anchor is shortened as a vector, that of the others side by side. */
function isRound(set: SetKind): boolean {
  return set !== 'box' && set !== 'pyramid' && set !== 'none';
}

/** (CR7): adds (s1, s2) along the two tangents at `axis`, brought back to `limit`, to the world vector at `to`. */
function addAnchor(
  s1: number,
  s2: number,
  limit: number,
  round: boolean,
  t: Float64Array,
  axis: number,
  out: Float64Array,
  to: number,
): void {
  const size = round ? Math.sqrt(s1 * s1 + s2 * s2) : 0;
  const scale = size > limit ? limit / size : 1;
  const p = round ? scale * s1 : clamp(s1, limit);
  const q = round ? scale * s2 : clamp(s2, limit);
  for (let c = 0; c < 3; c++) {
    out[to + c] += p * t[axis + c];
    out[to + c] += q * t[axis + 3 + c];
  }
}

function clamp(s: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, s));
}
