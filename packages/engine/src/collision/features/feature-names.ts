/**
 * Names of contact points: which feature of the first shape meets which of the second.   docs/theory/collision.md (CO6)
 */
/** Names of features of one shape: vertex, edge and face k, in 15 bits. Large hulls have twins, distinguished later. */
export const vertexName = (k: number): number => (3 * k) & 0x7fff;
export const edgeName = (k: number): number => (3 * k + 1) & 0x7fff;
export const faceName = (k: number): number => (3 * k + 2) & 0x7fff;

/** The name of a point: which feature of the first shape meets which of the second. */
export const featurePair = (first: number, second: number): number => (first << 16) | second;

/** The name of the same point when the two shapes change places. */
export const mirrored = (feature: number): number => ((feature & 0xffff) << 16) | (feature >>> 16);

/** The name of a feature of child k (a triangle, a part of a compound): mixed into 15 bits; twins are distinguished later. */
export const childName = (k: number, feature: number): number => {
  const mixed = Math.imul(k + 1, 0x9e3779b1) ^ Math.imul(feature + 1, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & 0x7fff;
};
