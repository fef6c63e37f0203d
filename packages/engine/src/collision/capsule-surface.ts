/**
 * How far the surface of a capsule is from a point of its axis along a ray that leaves it at a slant.
 * docs/theory/collision.md (CO13)
 *
 *   r/cos on the tube;   s sin + sqrt(r^2 - s^2 cos^2) on the cap that the ray leans to, s the way to that end
 */
export function capsuleReach(radius: number, s: number, sine: number, cosine: number): number {
  if (radius * sine <= s * cosine) return radius / cosine;
  return s * sine + Math.sqrt(Math.max(radius * radius - s * s * cosine * cosine, 0));
}
