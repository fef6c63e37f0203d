/** The twins of all kernels, by name; each takes the memory first. */
import * as blockLu from './twin/block-lu.ts';
import * as bodies from './twin/bodies.ts';
import * as contactSweep from './twin/contact-sweep.ts';
import * as dense from './twin/dense.ts';
import * as friction from './twin/friction.ts';
import * as groupSweep from './twin/group-sweep.ts';
import * as jacobian from './twin/jacobian.ts';
import * as rowSweep from './twin/row-sweep.ts';
import * as rows from './twin/rows.ts';
import * as sparse from './twin/sparse.ts';
import * as subspace from './twin/subspace.ts';

export const TWINS = {
  ...blockLu,
  ...bodies,
  ...contactSweep,
  ...dense,
  ...friction,
  ...groupSweep,
  ...jacobian,
  ...rowSweep,
  ...rows,
  ...sparse,
  ...subspace,
};
