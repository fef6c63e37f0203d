/**
 * Contact points to rows, and what is remembered of them from step to step.   docs/theory/contact-rows.md (CR2)-(CR17)
 *
 *   J_n = (-n, -r_A x n | n, r_B x n),  tangents alike;   C = 1/(h^2 k + h beta),  D = k/(h k + beta)
 *   g_n = D phi if phi <= 0, phi/h if the gap is open, -rebound in an impact;   g_t = D s, s the stick anchor
 *   rolling and spinning rows: J_d = (0, -d | 0, d),  C/rho^2,  g = D s, s an angle
 *
 * Remembered per point, as world vectors because the tangents may turn: impulses for the warm start, and the anchor
 * s <- clamp(s + h (J v+)_t, -/+ mu x_n/(h k_t)), which keeps a sticking contact in its place.
 */
import { length } from '../linalg/vec3.ts';
import type { FrictionLaw } from '../problem/contact-lists.ts';
import type { RowBuilder } from '../problem/row-builder.ts';
import { isByRows } from '../problem/sets/models.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { ContactMemory, MEMORY, TURN } from './contact-memory.ts';
import type { ContactBodies, ContactStep } from './contact-step.ts';
import { setContactTangents } from './contact-tangents.ts';
import { Arms, running, slipAlong, surfacesRun, turnAbout, turnRate, velocitiesAt } from './point-motion.ts';

/** Approaches slower than what this many steps of the acceleration towards the surface give do not bounce. */
const SLOW = 2;
/** Scale on C in an impact: compliance would take C/a of the rebound, 7 % of a ball's apex at h = 1/4000 s. */
const IMPACT_COMPLIANCE = 1e-4;

export class ContactRows {
  /** Where the rows of each point begin among those of all points, and after the last one their number. */
  first: Int32Array = new Int32Array(65);
  /** Tangents of each point, t1 then t2, six numbers. */
  tangents: Float64Array = new Float64Array(6 * 64);
  readonly memory = new ContactMemory();
  private readonly both = new Float64Array(6);
  private readonly arms = new Arms();
  /** An anchor along two directions; how long it may be, m, and h, s: V8 puts numbers that are passed to a call on the heap. */
  private readonly s = new Float64Array(2);
  private readonly limit = new Float64Array(2);
  /** The surface of some body runs past it. */
  private runs = false;
  /** Within a chain of impacts: velocities from which contacts bounce, six numbers per body, or none do. Undefined: those of the step. */
  private now: Float64Array | 'none' | undefined;

  /** Tangents and places of all points: before anything else of a step. */
  begin({ bodies, detector: { points }, colliders: { materialOf } }: ContactStep): void {
    this.reserve(points.count);
    const { first } = this;
    this.runs = surfacesRun(bodies);
    let turns = false;
    for (let i = 0; i < points.count; i++) {
      const { rows, law } = materialOf(points.a[i], points.b[i]);
      setContactTangents(points, i, law.muRolling > 0, this.tangents, 6 * i);
      first[i + 1] = first[i] + rows;
      if (law.muRolling > 0 || law.muSpinning > 0) turns = true;
    }
    this.memory.begin(points.count, turns);
  }

  /**
   * Writes the rows of each of the points `which`: normal, t1, t2 unless without friction, then rolling and spinning rows if it has them.
   * @param h length of the (sub-)step, s
   * @param predicted velocities that the bodies would have without contacts, six numbers per body; restitution needs them
   * @param moved change of each point's gap since it was found, m; default zero
   */
  write(
    step: ContactStep,
    which: readonly number[],
    rows: RowBuilder,
    h: number,
    predicted: Float64Array,
    moved?: Float64Array,
  ): void {
    const { bodies, contact: settings, colliders } = step;
    const { points } = step.detector;
    const { body: bodyOf } = colliders;
    const { arms } = this;
    const rigid = settings.form === 'rigid';
    const { runs } = this;
    for (const i of which) {
      const a = bodyOf[points.a[i]];
      const b = bodyOf[points.b[i]];
      const { law, stiffness, damping, restitution } = colliders.materialOf(points.a[i], points.b[i]);
      const C = rigid ? 0 : 1 / (h * h * stiffness + h * damping);
      const D = rigid ? settings.recovery / h : stiffness / (h * stiffness + damping);
      const phi = moved ? points.gap[i] + moved[i] : points.gap[i];
      const speed = restitution > 0 ? this.reboundOf(step, i, phi, h, predicted) : Number.NaN;
      const bounces = !Number.isNaN(speed);
      const g = bounces ? -speed : phi > 0 ? phi / h : D * phi;
      // numbers are written into the arrays: V8 puts those that are passed to a call on the heap
      const row = rows.row('normal', 'linear', 0, 0);
      rows.b[row] = g;
      rows.C[row] = bounces ? IMPACT_COMPLIANCE * C : C;
      rows.bounds(0, Infinity);
      arms.set(points, i, bodies.pose, a, b);
      arms.pushAlong(rows, points.normal, 3 * i);
      const last = settings.stick === 'anchor' ? points.previous[i] : -1;
      const Ct = settings.frictionCompliance * C;
      if (law.set !== 'none')
        for (let at = 6 * i; at < 6 * i + 6; at += 3) {
          const s = last < 0 ? 0 : this.memory.along(last, 4, this.tangents, at);
          const tangent = rows.row('friction', 'linear', 0, 0);
          rows.b[tangent] = D * s + (runs ? running(step, i, this.tangents, at) : 0);
          rows.C[tangent] = Ct;
          arms.pushAlong(rows, this.tangents, at);
        }
      if (law.muRolling > 0 || law.muSpinning > 0)
        this.writeTurning(step, i, last, D, Ct / turningRadius2(bodies, a, b), rows);
      rows.contact(law);
    }
  }

  /** The same within a chain of impacts (CR20): contacts bounce from the velocities `now`, in place of those of the step, or not at all. */
  writeLater(
    step: ContactStep,
    which: readonly number[],
    rows: RowBuilder,
    h: number,
    predicted: Float64Array,
    now: Float64Array | 'none',
  ): void {
    this.now = now;
    this.write(step, which, rows, h, predicted);
    this.now = undefined;
  }

  /** True: point i bounces within the step, from the velocities `now` of a chain of impacts. */
  bounces(step: ContactStep, i: number, h: number, predicted: Float64Array, now: Float64Array): boolean {
    const { points } = step.detector;
    if (step.colliders.materialOf(points.a[i], points.b[i]).restitution === 0) return false;
    this.now = now;
    const speed = this.reboundOf(step, i, points.gap[i], h, predicted);
    this.now = undefined;
    return !Number.isNaN(speed);
  }

  /** The last step's impulses, by row, matched by id and turned into this step's tangents; new points start from zero. */
  warmStart({ detector: { points }, colliders: { materialOf } }: ContactStep, x: Float64Array): void {
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

  /**
   * Prepares what the next step will remember: impulses x, by row, and anchors moved by v+. `memory.commit` makes it so.
   * @param v v+, six numbers per body
   */
  remember(step: ContactStep, h: number, x: Float64Array, v: Float64Array): void {
    const { tangents: t, first } = this;
    const { next } = this.memory;
    const { points } = step.detector;
    const { frictionCompliance, stick, form } = step.contact;
    this.limit[1] = h;
    for (let i = 0; i < points.count; i++) {
      const { law, stiffness } = step.colliders.materialOf(points.a[i], points.b[i]);
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
      if (turns) this.rememberTorque(points.normal, i, law, x, at + (slides ? 3 : 1));
      if (stick === 'none' || form === 'rigid') continue; // rigid: k is infinite, and the anchor's range zero
      const xn = Math.max(x[at], 0);
      this.limit[0] = (law.mu * xn * frictionCompliance) / (h * stiffness); // mu x_n/(h k_t)
      if (slides && this.limit[0] !== 0) this.moveAnchor(step, i, v, isRound(law.set));
      if (turns) this.moveTurnAnchor(step, i, v, h, (xn * frictionCompliance) / (h * stiffness), law);
    }
  }

  /** (CR9): the speed at which point i leaves, m/s; NaN: it does not close fast enough in this step to bounce. */
  private reboundOf(step: ContactStep, i: number, phi: number, h: number, predicted: Float64Array): number {
    const { both } = this;
    const { points } = step.detector;
    const { restitution } = step.colliders.materialOf(points.a[i], points.b[i]);
    velocitiesAt(step, i, step.bodies.velocity, both);
    let approach = slipAlong(both, points.normal, 3 * i);
    velocitiesAt(step, i, predicted, both);
    let next = slipAlong(both, points.normal, 3 * i);
    const acceleration = (approach - next) / h;
    if (this.now === 'none') return Number.NaN;
    if (this.now) {
      velocitiesAt(step, i, this.now, both);
      next = slipAlong(both, points.normal, 3 * i);
      approach = next + h * acceleration;
    }
    const slow = SLOW * h * Math.max(length(step.gravity), acceleration);
    if (!(approach < -slow && phi + h * next <= 0)) return Number.NaN;
    return rebound(-approach, acceleration, phi, restitution, h);
  }

  /** (CR11): two rolling rows, a spinning row, or both. @param last number of the point in the last step, or -1 @param C of each */
  private writeTurning(step: ContactStep, i: number, last: number, D: number, C: number, rows: RowBuilder): void {
    const { tangents: t, memory } = this;
    const { points } = step.detector;
    const { muRolling, muSpinning } = step.colliders.materialOf(points.a[i], points.b[i]).law;
    const a = step.colliders.body[points.a[i]];
    const b = step.colliders.body[points.b[i]];
    if (muRolling > 0)
      for (let at = 6 * i; at < 6 * i + 6; at += 3) {
        rows.row('rolling', 'angular', D * memory.about(last, 3, t, at), C);
        turnAbout(rows, a, b, t, at);
      }
    if (muSpinning === 0) return;
    rows.row('spinning', 'angular', D * memory.about(last, 3, points.normal, 3 * i), C);
    turnAbout(rows, a, b, points.normal, 3 * i);
  }

  /** Torque impulses of point i, whose rolling and spinning rows begin at `row`, as one world vector. */
  private rememberTorque(normal: Float64Array, i: number, law: FrictionLaw, x: Float64Array, row: number): void {
    const { tangents: t } = this;
    const { nextTurn } = this.memory;
    const rolls = law.muRolling > 0;
    for (let c = 0; c < 3; c++) {
      if (rolls) nextTurn[TURN * i + c] = x[row] * t[6 * i + c] + x[row + 1] * t[6 * i + 3 + c];
      if (law.muSpinning > 0) nextTurn[TURN * i + c] += x[row + (rolls ? 2 : 0)] * normal[3 * i + c];
    }
  }

  /** (CR7) of point i, not beyond `limit`. */
  private moveAnchor(step: ContactStep, i: number, v: Float64Array, round: boolean): void {
    const { tangents: t, memory, both, s, runs } = this;
    const h = this.limit[1];
    const { points } = step.detector;
    const last = points.previous[i];
    velocitiesAt(step, i, v, both);
    for (let k = 0; k < 2; k++) {
      const axis = 6 * i + 3 * k;
      const before = last < 0 ? 0 : memory.along(last, 4, t, axis);
      s[k] = before + h * (slipAlong(both, t, axis) + (runs ? running(step, i, t, axis) : 0));
    }
    shorten(s, this.limit, round);
    addAnchor(s, t, 6 * i, memory.next, MEMORY * i + 4);
  }

  /** (CR13) of point i. @param range x_n/(h k_t), m */
  private moveTurnAnchor(
    step: ContactStep,
    i: number,
    v: Float64Array,
    h: number,
    range: number,
    { set, muRolling, muSpinning }: FrictionLaw,
  ): void {
    const { tangents: t, memory, s } = this;
    const { nextTurn } = memory;
    const { points } = step.detector;
    const a = step.colliders.body[points.a[i]];
    const b = step.colliders.body[points.b[i]];
    const last = points.previous[i];
    const angle = range / turningRadius2(step.bodies, a, b); // x_n/(h k_r), rad/m
    const to = TURN * i + 3;
    if (muRolling > 0) {
      for (let k = 0; k < 2; k++) {
        const axis = 6 * i + 3 * k;
        s[k] = memory.about(last, 3, t, axis) + h * turnRate(v, a, b, t, axis);
      }
      this.limit[0] = muRolling * angle;
      shorten(s, this.limit, isRound(set));
      addAnchor(s, t, 6 * i, nextTurn, to);
    }
    if (muSpinning > 0) {
      const n = points.normal;
      const turned = memory.about(last, 3, n, 3 * i) + h * turnRate(v, a, b, n, 3 * i);
      const held = clamp(turned, muSpinning * angle);
      for (let c = 0; c < 3; c++) nextTurn[to + c] += held * n[3 * i + c];
    }
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
 * v^2/2 + a z - a h v/2 at height z; e = 1 then bounces forever, while -e v gains 4 % per apex at h = 1/60 s.
 * @param v approach speed, > 0 @param a acceleration towards the surface, m/s^2 @param phi height, m @param e restitution
 */
function rebound(v: number, a: number, phi: number, e: number, h: number): number {
  const left = e * e * (v * v + 2 * a * phi + a * h * v) - 2 * a * phi;
  return 0.5 * (Math.sqrt(Math.max(a * a * h * h + 4 * left, 0)) - a * h);
}

/**
 * rho^2, m^2 (CR12): what makes the angular rows of a contact as stiff for the bodies' turning as the others are for their motion;
 * 2/5 R^2 for a sphere on a fixed body.
 */
function turningRadius2({ mass, inverseInertia }: ContactBodies, a: number, b: number): number {
  const linear = (mass[a] > 0 ? 1 / mass[a] : 0) + (mass[b] > 0 ? 1 / mass[b] : 0);
  const trace = (k: number) => inverseInertia[9 * k] + inverseInertia[9 * k + 4] + inverseInertia[9 * k + 8];
  const angular = (trace(a) + trace(b)) / 3;
  return linear / angular;
}

/** Sets whose tangential part is a disc or a polygon: their anchor is shortened as a vector, that of the others side by side. */
function isRound(set: SetKind): boolean {
  return !isByRows(set);
}

/** (CR7): brings an anchor of two numbers back to the first number of `limits`. */
function shorten(s: Float64Array, limits: Float64Array, round: boolean): void {
  const limit = limits[0];
  if (!round) {
    s[0] = clamp(s[0], limit);
    s[1] = clamp(s[1], limit);
    return;
  }
  const size = Math.sqrt(s[0] * s[0] + s[1] * s[1]);
  const scale = size > limit ? limit / size : 1;
  s[0] = scale * s[0];
  s[1] = scale * s[1];
}

/** Adds an anchor along the two tangents at `axis` to the world vector at `to`. */
function addAnchor(s: Float64Array, t: Float64Array, axis: number, out: Float64Array, to: number): void {
  for (let c = 0; c < 3; c++) {
    out[to + c] += s[0] * t[axis + c];
    out[to + c] += s[1] * t[axis + 3 + c];
  }
}

function clamp(s: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, s));
}
