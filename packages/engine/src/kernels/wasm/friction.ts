/**
 * Friction that follows the normal impulses: see ../twin/friction.ts, which agrees with this file bit for bit.
 */
import { FRICTION } from './layouts';
import { at, byte, int, put, putByte } from './memory';

/** hi = mu max(x_n, 0), lo = -hi of the friction rows. */
export function frictionBounds(t: i32): void {
  const count = int(t + FRICTION.count);
  const rows = int(t + FRICTION.rows);
  const normalOf = int(t + FRICTION.normalOf);
  const mu = int(t + FRICTION.mu);
  const x = int(t + FRICTION.x);
  const lo = int(t + FRICTION.lo);
  const hi = int(t + FRICTION.hi);
  for (let k = 0; k < count; k++) {
    const i = int(rows + k);
    const most = load<f64>(at(mu + i)) * max(load<f64>(at(x + int(normalOf + i))), 0);
    store<f64>(at(hi + i), most);
    store<f64>(at(lo + i), -most);
  }
}

/** (NC2): 0 free, 1 held, 2 sliding; lists the sliding rows at `sliding` and returns their number. */
export function classify(t: i32): i32 {
  const n = int(t + FRICTION.n);
  const count = int(t + FRICTION.count);
  const rows = int(t + FRICTION.rows);
  const normalOf = int(t + FRICTION.normalOf);
  const mu = int(t + FRICTION.mu);
  const x = int(t + FRICTION.x);
  const w = int(t + FRICTION.w);
  const inverseA = int(t + FRICTION.inverseA);
  const lo = int(t + FRICTION.lo);
  const hi = int(t + FRICTION.hi);
  const state = int(t + FRICTION.state);
  const held = int(t + FRICTION.held);
  const slope = int(t + FRICTION.slope);
  const sliding = int(t + FRICTION.sliding);
  for (let i = 0; i < n; i++) {
    const z = load<f64>(at(x + i)) - load<f64>(at(w + i)) * load<f64>(at(inverseA + i));
    const l = load<f64>(at(lo + i));
    const u = load<f64>(at(hi + i));
    const open = l < u;
    const free = open && !(z <= l) && !(z >= u);
    putByte(state + i, free ? 0 : 1);
    if (!free) store<f64>(at(held + i), open && z >= u ? u : l);
  }
  let slides = 0;
  for (let k = 0; k < count; k++) {
    const i = int(rows + k);
    const normal = int(normalOf + i);
    const m = load<f64>(at(mu + i));
    const z = load<f64>(at(x + i)) - load<f64>(at(w + i)) * load<f64>(at(inverseA + i));
    if (byte(state + normal) != 0) {
      const most = m * max(load<f64>(at(held + normal)), 0);
      putByte(state + i, z > -most && z < most ? 0 : 1);
      store<f64>(at(held + i), z >= most ? most : -most);
    } else if (byte(state + i) != 0) {
      store<f64>(at(slope + i), z >= load<f64>(at(hi + i)) ? m : -m);
      store<f64>(at(held + i), 0);
      if (m != 0) {
        putByte(state + i, 2);
        put(sliding + slides, i);
        slides++;
      }
    }
  }
  return slides;
}

/** v_i = slope_i v_n of the first `count` rows listed at `sliding`. */
export function follow(t: i32, count: i32, v: i32): void {
  const rows = int(t + FRICTION.sliding);
  const normalOf = int(t + FRICTION.normalOf);
  const slope = int(t + FRICTION.slope);
  for (let k = 0; k < count; k++) {
    const i = int(rows + k);
    store<f64>(at(v + i), load<f64>(at(slope + i)) * load<f64>(at(v + int(normalOf + i))));
  }
}
