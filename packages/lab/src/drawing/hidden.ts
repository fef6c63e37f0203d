/** Leaves out circles that nearer circles hide: of a pile of spheres only what is seen is drawn. */
import type { Outline } from './outlines.ts';

/** Points of the rim that are looked at, and how far out they are, in radii: a sliver that no eye sees may be left out. */
const RIM = [
  [1, 0],
  [0.6, 0.8],
  [0, 1],
  [-0.8, 0.6],
  [-1, 0],
  [-0.6, -0.8],
  [0, -1],
  [0.8, -0.6],
] as const;
const OUT = [0, 0.4, 0.75] as const;

/** @param sorted far ones first */
export function visibleOnly<T extends { readonly outline: Outline }>(sorted: readonly T[]): T[] {
  const nearer: { readonly x: number; readonly y: number; readonly square: number }[] = [];
  const kept: T[] = [];
  for (const item of sorted.toReversed()) {
    const { outline } = item;
    if (outline.kind !== 'circle') {
      kept.push(item);
      continue;
    }
    const { centre, radius } = outline;
    const hidden = (x: number, y: number) =>
      nearer.some((disc) => (x - disc.x) * (x - disc.x) + (y - disc.y) * (y - disc.y) < disc.square);
    const seen = OUT.some((out) =>
      RIM.some(([x, y]) => !hidden(centre[0] + out * radius * x, centre[1] + out * radius * y)),
    );
    if (!seen) continue;
    kept.push(item);
    nearer.push({ x: centre[0], y: centre[1], square: radius * radius });
  }
  return kept.reverse();
}
