/** The shapes as programs make them; entries list this file. Each kind is in its own file and in the list of shape-kinds.ts. */
export { box } from './box.ts';
export { capsule } from './capsule.ts';
export { type Child, compound } from './compound.ts';
export { cylinder } from './cylinder.ts';
export { hull } from './hull.ts';
export { heightField, mesh } from './mesh.ts';
export { plane } from './plane.ts';
export {
  type Box,
  type Capsule,
  type Compound,
  type Cylinder,
  type HeightField,
  type Hull,
  type Mesh,
  type Plane,
  type Shape,
  ShapeError,
  type Sphere,
} from './shape.ts';
export { sphere } from './sphere.ts';
