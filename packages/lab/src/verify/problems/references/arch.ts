/**
 * The least thickness of a semicircular arch of mean radius 1 by the line of thrust, after Heyman: no tension, no crushing, no slip. Half
 * of it is loaded by its weights and, at the crown, by a horizontal thrust H at the height y. At every joint the resultant has to pass
 * between intrados and extrados: moments about the two have opposite signs. They are linear in H and K = H y, so that a thickness is
 * feasible if some corner of two of these half-planes is in all of them.
 */
interface Voussoir {
  /** Corners, (x, z): inner and outer at its first joint, outer and inner at its last one; angles from the right springing. */
  readonly corners: readonly (readonly [number, number])[];
  readonly centroid: readonly [number, number];
  readonly area: number;
}

/** @param count of voussoirs, even */
export function voussoirs(count: number, thickness: number): Voussoir[] {
  const [inner, outer] = [1 - thickness / 2, 1 + thickness / 2];
  return Array.from({ length: count }, (_, k) => {
    const at = (radius: number, j: number) =>
      [radius * Math.cos((Math.PI * j) / count), radius * Math.sin((Math.PI * j) / count)] as const;
    const corners = [at(inner, k), at(outer, k), at(outer, k + 1), at(inner, k + 1)];
    let [area, x, z] = [0, 0, 0];
    for (const [i, p] of corners.entries()) {
      const q = corners[(i + 1) % 4]!;
      const part = (p[0] * q[1] - q[0] * p[1]) / 2;
      area += part;
      x += (part * (p[0] + q[0])) / 3;
      z += (part * (p[1] + q[1])) / 3;
    }
    return { corners, centroid: [x / area, z / area], area };
  });
}

/** a H + b K <= c */
type HalfPlane = readonly [a: number, b: number, c: number];

export function stands(count: number, thickness: number): boolean {
  const [inner, outer] = [1 - thickness / 2, 1 + thickness / 2];
  const half = voussoirs(count, thickness).slice(0, count / 2);
  const planes: HalfPlane[] = [
    [inner, -1, 0],
    [-outer, 1, 0],
  ];
  for (let j = 0; j < count / 2; j++) {
    const above = half.slice(j); // from the joint to the crown
    for (const [radius, sign] of [
      [inner, 1],
      [outer, -1],
    ] as const) {
      const [px, pz] = [radius * Math.cos((Math.PI * j) / count), radius * Math.sin((Math.PI * j) / count)];
      const weights = above.reduce((sum, { area, centroid }) => sum + area * (centroid[0] - px), 0);
      planes.push([sign * pz, -sign, sign * weights]); // sign (pz H - K - weights) <= 0
    }
  }
  const inside = (H: number, K: number) => planes.every(([a, b, c]) => a * H + b * K <= c + 1e-12);
  return planes.some(([a, b, c], i) =>
    planes.slice(0, i).some(([d, e, f]) => {
      const det = a * e - b * d;
      return Math.abs(det) > 1e-12 && inside((c * e - b * f) / det, (a * f - c * d) / det);
    }),
  );
}

/** Least thickness as a share of the mean radius; about 0.1075 for many voussoirs. */
export function leastThickness(count: number): number {
  let [low, high] = [0.01, 0.5];
  for (let k = 0; k < 50; k++) {
    const middle = (low + high) / 2;
    if (stands(count, middle)) high = middle;
    else low = middle;
  }
  return high;
}
