/**
 * The sweep of the accelerated methods: see ../twin/group-sweep.ts, which agrees with this file bit for bit.
 */
import { GROUP_SWEEP, ROW_RECORD, SWEEP_GROUP } from './layouts';
import { at, int, minus, plus } from './memory';

export function sweepGroups(t: i32): f64 {
  const groups = int(t + GROUP_SWEEP.groups);
  const last = groups + SWEEP_GROUP.size * int(t + GROUP_SWEEP.count);
  const y = int(t + GROUP_SWEEP.y);
  let change = f64x2.splat(0);
  let r = at(int(t + GROUP_SWEEP.records));
  let x = at(int(t + GROUP_SWEEP.x));
  for (let g = groups; g < last; g += SWEEP_GROUP.size) {
    const a = at(y + int(g + SWEEP_GROUP.firstBody));
    const b = at(y + int(g + SWEEP_GROUP.secondBody));
    let a0 = v128.load(a);
    let a1 = v128.load(a, 16);
    let a2 = v128.load(a, 32);
    let b0 = v128.load(b);
    let b1 = v128.load(b, 16);
    let b2 = v128.load(b, 32);
    for (let end = x + at(int(g + SWEEP_GROUP.rows)); x < end; x += 8, r += at(ROW_RECORD.size)) {
      const j0 = v128.load(r);
      const j1 = v128.load(r, 16);
      const j2 = v128.load(r, 32);
      const k0 = v128.load(r, 48);
      const k1 = v128.load(r, 64);
      const k2 = v128.load(r, 80);
      const left = plus(j2, a2, plus(j1, a1, f64x2.mul(j0, a0)));
      const right = plus(k2, b2, plus(k1, b1, f64x2.mul(k0, b0)));
      const lanes = f64x2.add(left, right);
      const sum = f64x2.add(lanes, v128.shuffle<f64>(lanes, lanes, 1, 0)); // in both lanes, as everything below
      // a row waits for the one before it: what does not is done apart, and pmin and pmax take no branch
      const from = v128.load64_splat(x);
      const inverse = v128.load64_splat(r, 8 * ROW_RECORD.step);
      const own = minus(inverse, plus(v128.load64_splat(r, 8 * ROW_RECORD.C), from, v128.load64_splat(r, 8 * ROW_RECORD.b)), from);
      const free = minus(inverse, sum, own);
      const to = f64x2.pmin(f64x2.pmax(free, v128.load64_splat(r, 8 * ROW_RECORD.lo)), v128.load64_splat(r, 8 * ROW_RECORD.hi));
      const d = f64x2.sub(to, from);
      v128.store64_lane(x, to, 0);
      change = f64x2.add(change, f64x2.abs(d));
      a0 = plus(j0, d, a0);
      a1 = plus(j1, d, a1);
      a2 = plus(j2, d, a2);
      b0 = plus(k0, d, b0);
      b1 = plus(k1, d, b1);
      b2 = plus(k2, d, b2);
    }
    v128.store(a, a0);
    v128.store(a, a1, 16);
    v128.store(a, a2, 32);
    v128.store(b, b0);
    v128.store(b, b1, 16);
    v128.store(b, b2, 32);
  }
  return f64x2.extract_lane(change, 0);
}
