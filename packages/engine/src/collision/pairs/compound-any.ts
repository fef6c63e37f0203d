/**
 * A compound against anything, child by child: each pair of children in a workspace one level down, its points carried
 * back into the axes of the first shape and named after the children.   docs/theory/collision.md (CO27)
 */
import { childName, mirrored } from '../features/feature-names.ts';
import type { Collide, Pair } from '../pair.ts';
import type { Compound, Shape } from '../shapes/shape.ts';

/** Collides two shapes in any order; the points are in the axes of the first as given. */
type CollideChild = (a: Shape, b: Shape, pair: Pair, inner: Pair) => void;

/** @param collideFor the function for two ranks, here those of children: dispatch.ts, which lists the two of compounds as well */
export function compoundPairs(
  rank: Readonly<Record<Shape['kind'], number>>,
  collideFor: (rankA: number, rankB: number) => Collide | undefined,
) {
  const collideChild: CollideChild = (a, b, pair, inner) => {
    inner.count = 0;
    inner.margin = pair.margin;
    inner.hint = 0;
    const swapped = rank[a.kind] > rank[b.kind];
    if (!swapped) collideFor(rank[a.kind], rank[b.kind])?.(a, b, inner);
    else {
      inner.turnRound();
      collideFor(rank[b.kind], rank[a.kind])?.(b, a, inner);
      inner.turnRound();
      exchange(inner);
    }
  };
  return {
    anyCompound: (a: Shape, b: Compound, pair: Pair): void => anyCompound(a, b, pair, collideChild),
    compoundConvex: (a: Compound, b: Shape, pair: Pair): void => compoundConvex(a, b, pair, collideChild),
  };
}

/** The second shape is the compound: anything but a convex shape comes before it. */
function anyCompound(a: Shape, b: Compound, pair: Pair, collideChild: CollideChild): void {
  const inner = pair.inner();
  const { R, t } = pair;
  for (let k = 0; k < b.count; k++) {
    const r = 9 * k;
    const p = 3 * k;
    for (let i = 0; i < 3; i++) {
      const x = R[3 * i];
      const y = R[3 * i + 1];
      const z = R[3 * i + 2];
      inner.t[i] = t[i] + (x * b.position[p] + y * b.position[p + 1] + z * b.position[p + 2]);
      for (let j = 0; j < 3; j++)
        inner.R[3 * i + j] = x * b.rotation[r + j] + y * b.rotation[r + 3 + j] + z * b.rotation[r + 6 + j];
    }
    collideChild(a, b.child[k], pair, inner);
    for (let m = 0; m < inner.count; m++) {
      const name = inner.feature[m];
      pair.take(inner, m, (name & ~0xffff) | childName(k, name & 0xffff));
    }
  }
}

/** The first shape is the compound, the second convex. */
function compoundConvex(a: Compound, b: Shape, pair: Pair, collideChild: CollideChild): void {
  const inner = pair.inner();
  const { R, t } = pair;
  for (let k = 0; k < a.count; k++) {
    const r = 9 * k;
    const x = t[0] - a.position[3 * k];
    const y = t[1] - a.position[3 * k + 1];
    const z = t[2] - a.position[3 * k + 2];
    for (let i = 0; i < 3; i++) {
      const c0 = a.rotation[r + i];
      const c1 = a.rotation[r + 3 + i];
      const c2 = a.rotation[r + 6 + i];
      inner.t[i] = c0 * x + c1 * y + c2 * z;
      for (let j = 0; j < 3; j++) inner.R[3 * i + j] = c0 * R[j] + c1 * R[3 + j] + c2 * R[6 + j];
    }
    collideChild(a.child[k], b, pair, inner);
    for (let m = 0; m < inner.count; m++) {
      toParent(a, k, inner, m);
      const name = inner.feature[m];
      pair.take(inner, m, (childName(k, name >>> 16) << 16) | (name & 0xffff));
    }
  }
}

/** Points of (b, a) become points of (a, b): R and t are again those of b in a. */
function exchange(inner: Pair): void {
  const { R, t, point, normal, gap, feature } = inner;
  for (let m = 0; m < inner.count; m++) {
    const at = 3 * m;
    // the point on the other surface becomes the first one
    const px = point[at] + gap[m] * normal[at];
    const py = point[at + 1] + gap[m] * normal[at + 1];
    const pz = point[at + 2] + gap[m] * normal[at + 2];
    const nx = normal[at];
    const ny = normal[at + 1];
    const nz = normal[at + 2];
    for (let i = 0; i < 3; i++) {
      point[at + i] = t[i] + R[3 * i] * px + R[3 * i + 1] * py + R[3 * i + 2] * pz;
      normal[at + i] = -(R[3 * i] * nx + R[3 * i + 1] * ny + R[3 * i + 2] * nz);
    }
    feature[m] = mirrored(feature[m]);
  }
}

function toParent(a: Compound, k: number, { point, normal }: Pair, m: number): void {
  const at = 3 * m;
  const px = point[at];
  const py = point[at + 1];
  const pz = point[at + 2];
  const nx = normal[at];
  const ny = normal[at + 1];
  const nz = normal[at + 2];
  for (let i = 0; i < 3; i++) {
    const r = 9 * k + 3 * i;
    point[at + i] = a.position[3 * k + i] + a.rotation[r] * px + a.rotation[r + 1] * py + a.rotation[r + 2] * pz;
    normal[at + i] = a.rotation[r] * nx + a.rotation[r + 1] * ny + a.rotation[r + 2] * nz;
  }
}
