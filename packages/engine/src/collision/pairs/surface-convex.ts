/**
 * A mesh or a height field and a convex shape: every near triangle as a convex shape, but it may push only in
 * directions that the surface allows: one that leans over a neighbour is replaced by the triangle's own normal. A shape
 * that slides over a flat mesh meets no bump at inner edges.   docs/theory/collision.md (CO26)
 */
import type { Core } from '../convex/convex.ts';
import { childName } from '../features/feature-names.ts';
import { mergeTriangles } from '../manifold/merge-triangles.ts';
import type { Pair } from '../pair.ts';
import type { Shape } from '../shapes/shape.ts';
import { boundingRadius, worldBounds } from '../shapes/shape-kinds.ts';
import type { Surface } from '../shapes/triangles.ts';
import { clipAlong, collideConvex } from './convex-convex.ts';

export function surfaceConvex(a: Surface, b: Shape, pair: Pair): void {
  const { R, t, margin, box } = pair;
  const inner = pair.inner();
  worldBounds(b, t, R, box, 0);
  for (let i = 0; i < 3; i++) {
    box[i] -= margin;
    box[3 + i] += margin;
  }
  const view = pair.triangle;
  view.query(a, box);
  inner.margin = margin;
  inner.R.set(R);
  inner.t.set(t);
  for (let k = 0; k < view.count; k++) {
    const id = view.found[k];
    view.load(a, id);
    inner.A.own(view);
    inner.B.place(b as Core, inner.R, inner.t);
    if (!reaches(inner, margin)) continue;
    inner.count = 0;
    inner.hint = 0;
    collideConvex(inner);
    const { axis } = inner;
    if (inner.count > 0 && !view.allows(axis[0], axis[1], axis[2])) {
      inner.count = 0;
      for (let i = 0; i < 3; i++) axis[i] = view.normal[i];
      clipAlong(inner);
    }
    for (let m = 0; m < inner.count; m++) take(inner, m, pair, id);
  }
  mergeTriangles(pair, boundingRadius(b));
}

/** True if the shape comes as low as the margin over the plane of the triangle, and is not all behind it. */
function reaches({ A, B, plane, spot }: Pair, margin: number): boolean {
  A.face(0, plane);
  const height = (sign: number) => {
    B.support(sign * plane[0], sign * plane[1], sign * plane[2], spot, 0);
    return plane[0] * spot[0] + plane[1] * spot[1] + plane[2] * spot[2] - plane[3] + sign * B.radius;
  };
  return height(-1) <= margin && height(1) > 0;
}

/** Point m of a triangle goes to the pair, named after the triangle. */
function take(inner: Pair, m: number, pair: Pair, id: number): void {
  const name = inner.feature[m];
  pair.take(inner, m, (childName(id, name >>> 16) << 16) | (name & 0xffff));
}
