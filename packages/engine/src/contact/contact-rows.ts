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
import type { FrictionLaw } from '../problem/rows/contact-lists.ts';
import type { RowBuilder } from '../problem/rows/row-builder.ts';
import { isByRows } from '../problem/sets/models.ts';
import type { SetKind } from '../problem/sets/set.ts';
import { ContactFrames } from './contact-frames.ts';
import { ContactMemory, MEMORY, TURN } from './contact-memory.ts';
import type { ContactBodies, ContactStep } from './contact-step.ts';
import type { PairMaterial } from './material.ts';
import { slipAlong, surfacesRun, turnAbout, turnRate } from './point-motion.ts';

/** Approaches slower than what this many steps of the acceleration towards the surface give do not bounce. */
const SLOW = 2;
/** Scale on C in an impact: compliance would take C/a of the rebound, 7 % of a ball's apex at h = 1/4000 s. */
const IMPACT_COMPLIANCE = 1e-4;

export class ContactRows {
  /** Where the rows of each point begin among those of all points, and after the last one their number. */
  first: Int32Array = new Int32Array(65);
  readonly frames = new ContactFrames();
  /** Material of each point. */
  readonly materials: PairMaterial[] = [];
  readonly memory = new ContactMemory();
  private readonly both = new Float64Array(6);
  /** An anchor along two directions; how long it may be, m, and h, s: V8 puts numbers that are passed to a call on the heap. */
  private readonly s = new Float64Array(2);
  private readonly limit = new Float64Array(2);
  /** The surface of some body runs past it. */
  private runs = false;
  /** Approach velocities for restitution inside an impact chain, six numbers per body; 'none' disables it; undefined: the step's. */
  private now: Float64Array | 'none' | undefined;

  /** Frames, materials and places of all points: before anything else of a step. */
  begin(step: ContactStep): void {
    const { bodies, colliders } = step;
    const { points } = step.detector;
    if (this.first.length <= points.count) this.first = new Int32Array(2 * points.count + 1);
    const { first, frames, materials } = this;
    frames.begin(points.count);
    this.runs = surfacesRun(bodies);
    let turns = false;
    for (let i = 0; i < points.count; i++) {
      const material = colliders.materialOf(points.a[i], points.b[i]);
      const { muRolling, muSpinning } = material.law;
      materials[i] = material;
      frames.set(step, i, muRolling > 0);
      first[i + 1] = first[i] + material.rows;
      if (muRolling > 0 || muSpinning > 0) turns = true;
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
    const { bodies, contact: settings } = step;
    const { surface } = bodies;
    const { gap: gaps, previous } = step.detector.points;
    const { frames, materials, memory, runs } = this;
    const { numbers: directions } = frames;
    const rigid = settings.form === 'rigid';
    const anchored = settings.stick === 'anchor';
    let material: PairMaterial | undefined;
    let [C, D] = [0, 0];
    rows.expect(which.length);
    for (const i of which) {
      if (materials[i] !== material) {
        material = materials[i];
        const { stiffness, damping } = material;
        C = rigid ? 0 : 1 / (h * h * stiffness + h * damping);
        D = rigid ? settings.recovery / h : stiffness / (h * stiffness + damping);
      }
      const { law, restitution } = material;
      const phi = moved ? gaps[i] + moved[i] : gaps[i];
      const speed = restitution > 0 ? this.reboundOf(step, i, phi, h, predicted) : Number.NaN;
      const bounces = !Number.isNaN(speed);
      const last = anchored ? previous[i] : -1;
      const slides = law.set !== 'none';
      const Ct = settings.frictionCompliance * C;
      const at = rows.touch(frames.a[i], frames.b[i], i, slides);
      // numbers are written into an array: V8 puts those that are passed to a call on the heap
      const { numbers } = rows;
      numbers[at] = bounces ? -speed : phi > 0 ? phi / h : D * phi;
      numbers[at + 3] = bounces ? IMPACT_COMPLIANCE * C : C;
      numbers[at + 4] = Ct;
      for (let k = 0; k < 2 && slides; k++) {
        const axis = frames.tangents(i) + 3 * k;
        const s = last < 0 ? 0 : memory.along(last, 4, directions, axis);
        numbers[at + 1 + k] = D * s + (runs ? frames.running(i, surface, axis) : 0);
      }
      if (law.muRolling > 0 || law.muSpinning > 0)
        this.writeTurning(i, last, D, Ct / turningRadius2(bodies, frames.a[i], frames.b[i]), rows);
      rows.contact(law);
    }
    rows.finish(frames.all);
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
    if (this.materials[i].restitution === 0) return false;
    this.now = now;
    const speed = this.reboundOf(step, i, points.gap[i], h, predicted);
    this.now = undefined;
    return !Number.isNaN(speed);
  }

  /** The last step's impulses, by row, matched by id and turned into this step's tangents; new points start from zero. */
  warmStart({ detector: { points } }: ContactStep, x: Float64Array): void {
    const { memory, frames } = this;
    const { numbers: d } = frames;
    for (let i = 0; i < points.count; i++) {
      const last = points.previous[i];
      const t = frames.tangents(i);
      let at = this.first[i];
      const { law, rows } = this.materials[i];
      if (last < 0) {
        x.fill(0, at, at + rows);
        continue;
      }
      x[at++] = memory.normalImpulse(last);
      if (law.set !== 'none') {
        x[at++] = memory.along(last, 1, d, t);
        x[at++] = memory.along(last, 1, d, t + 3);
      }
      if (law.muRolling > 0) {
        x[at++] = memory.about(last, 0, d, t);
        x[at++] = memory.about(last, 0, d, t + 3);
      }
      if (law.muSpinning > 0) x[at] = memory.about(last, 0, d, frames.normal(i));
    }
  }

  /**
   * Prepares what the next step will remember: impulses x, by row, and anchors moved by v+. `memory.commit` makes it so.
   * @param v v+, six numbers per body
   */
  remember(step: ContactStep, h: number, x: Float64Array, v: Float64Array): void {
    const { first, frames } = this;
    const { numbers: d } = frames;
    const { next } = this.memory;
    const { points } = step.detector;
    const { frictionCompliance, stick, form } = step.contact;
    this.limit[1] = h;
    for (let i = 0; i < points.count; i++) {
      const { law, stiffness } = this.materials[i];
      const at = first[i];
      const to = MEMORY * i;
      const t = frames.tangents(i);
      const slides = law.set !== 'none';
      const x1 = slides ? x[at + 1] : 0;
      const x2 = slides ? x[at + 2] : 0;
      next[to] = x[at];
      for (let c = 0; c < 3; c++) {
        next[to + 1 + c] = x1 * d[t + c] + x2 * d[t + 3 + c];
        next[to + 4 + c] = 0;
      }
      const turns = law.muRolling > 0 || law.muSpinning > 0;
      if (turns) this.rememberTorque(i, law, x, at + (slides ? 3 : 1));
      if (stick === 'none' || form === 'rigid') continue; // rigid: k is infinite, and the anchor's range zero
      const xn = Math.max(x[at], 0);
      this.limit[0] = (law.mu * xn * frictionCompliance) / (h * stiffness); // mu x_n/(h k_t)
      if (slides && this.limit[0] !== 0) this.moveAnchor(step, i, v, isRound(law.set));
      if (turns) this.moveTurnAnchor(step, i, v, h, (xn * frictionCompliance) / (h * stiffness), law);
    }
  }

  /** (CR9): the speed at which point i leaves, m/s; NaN: it does not close fast enough in this step to bounce. */
  private reboundOf(step: ContactStep, i: number, phi: number, h: number, predicted: Float64Array): number {
    const { both, frames } = this;
    const { restitution } = this.materials[i];
    frames.velocitiesAt(i, step.bodies.velocity, both);
    let approach = slipAlong(both, frames.numbers, frames.normal(i));
    frames.velocitiesAt(i, predicted, both);
    let next = slipAlong(both, frames.numbers, frames.normal(i));
    const acceleration = (approach - next) / h;
    if (this.now === 'none') return Number.NaN;
    if (this.now) {
      frames.velocitiesAt(i, this.now, both);
      next = slipAlong(both, frames.numbers, frames.normal(i));
      approach = next + h * acceleration;
    }
    const slow = SLOW * h * Math.max(length(step.gravity), acceleration);
    if (!(approach < -slow && phi + h * next <= 0)) return Number.NaN;
    return rebound(-approach, acceleration, phi, restitution, h);
  }

  /** (CR11): two rolling rows, a spinning row, or both. @param last number of the point in the last step, or -1 @param C of each */
  private writeTurning(i: number, last: number, D: number, C: number, rows: RowBuilder): void {
    const { memory } = this;
    const { frames } = this;
    const { numbers: d, a, b } = frames;
    const { muRolling, muSpinning } = this.materials[i].law;
    const t = frames.tangents(i);
    if (muRolling > 0)
      for (let at = t; at < t + 6; at += 3) {
        rows.row('rolling', 'angular', D * memory.about(last, 3, d, at), C);
        turnAbout(rows, a[i], b[i], d, at);
      }
    if (muSpinning === 0) return;
    const n = frames.normal(i);
    rows.row('spinning', 'angular', D * memory.about(last, 3, d, n), C);
    turnAbout(rows, a[i], b[i], d, n);
  }

  /** Torque impulses of point i, whose rolling and spinning rows begin at `row`, as one world vector. */
  private rememberTorque(i: number, law: FrictionLaw, x: Float64Array, row: number): void {
    const { frames } = this;
    const { numbers: d } = frames;
    const { nextTurn } = this.memory;
    const rolls = law.muRolling > 0;
    for (let c = 0; c < 3; c++) {
      const t = frames.tangents(i) + c;
      if (rolls) nextTurn[TURN * i + c] = x[row] * d[t] + x[row + 1] * d[t + 3];
      if (law.muSpinning > 0) nextTurn[TURN * i + c] += x[row + (rolls ? 2 : 0)] * d[frames.normal(i) + c];
    }
  }

  /** (CR7) of point i, not beyond `limit`. */
  private moveAnchor({ bodies, detector }: ContactStep, i: number, v: Float64Array, round: boolean): void {
    const { frames, memory, both, s, runs } = this;
    const { numbers: d } = frames;
    const t = frames.tangents(i);
    const h = this.limit[1];
    const last = detector.points.previous[i];
    frames.velocitiesAt(i, v, both);
    for (let k = 0; k < 2; k++) {
      const axis = t + 3 * k;
      const before = last < 0 ? 0 : memory.along(last, 4, d, axis);
      s[k] = before + h * (slipAlong(both, d, axis) + (runs ? frames.running(i, bodies.surface, axis) : 0));
    }
    shorten(s, this.limit, round);
    addAnchor(s, d, t, memory.next, MEMORY * i + 4);
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
    const { frames, memory, s } = this;
    const { numbers: d } = frames;
    const { nextTurn } = memory;
    const t = frames.tangents(i);
    const a = frames.a[i];
    const b = frames.b[i];
    const last = step.detector.points.previous[i];
    const angle = range / turningRadius2(step.bodies, a, b); // x_n/(h k_r), rad/m
    const to = TURN * i + 3;
    if (muRolling > 0) {
      for (let k = 0; k < 2; k++) {
        const axis = t + 3 * k;
        s[k] = memory.about(last, 3, d, axis) + h * turnRate(v, a, b, d, axis);
      }
      this.limit[0] = muRolling * angle;
      shorten(s, this.limit, isRound(set));
      addAnchor(s, d, t, nextTurn, to);
    }
    if (muSpinning > 0) {
      const n = frames.normal(i);
      const turned = memory.about(last, 3, d, n) + h * turnRate(v, a, b, d, n);
      const held = clamp(turned, muSpinning * angle);
      for (let c = 0; c < 3; c++) nextTurn[to + c] += held * d[n + c];
    }
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
