/**
 * Every layout that kernels and their callers share, written once. scripts/build-kernels.mjs writes the same names and
 * numbers into wasm/layouts.ts for the compiled side, so a place has one name everywhere and no kernel counts by hand.
 *
 * A record lists its fields with their lengths: `RECORD.field` is the place of a field, `RECORD.size` the length of all. A
 * table is a record of integers, one per name: counts, and element offsets into the memory seen as f64, i32 or bytes.
 */

/** Places by name, and the number of places. */
export type Layout<Name extends string = string> = { readonly [K in Name | 'size']: number };

/** Places of fields that follow each other, from their lengths. */
function record<const Lengths extends Readonly<Record<string, number>>>(
  lengths: Lengths,
): Layout<Extract<keyof Lengths, string>> {
  const places: Record<string, number> = {};
  let size = 0;
  for (const [name, length] of Object.entries(lengths)) {
    places[name] = size;
    size += length;
  }
  return { ...places, size } as Layout<Extract<keyof Lengths, string>>;
}

/** A record of fields of length one. */
function table<const Names extends readonly string[]>(...names: Names): Layout<Names[number]> {
  return record(Object.fromEntries(names.map((name) => [name, 1]))) as Layout<Names[number]>;
}

/** A row of a sweep, in f64 numbers: Jt of its two bodies, then scalars.   docs/theory/gauss-seidel.md (GS5) */
export const ROW_RECORD = record({
  first: 6,
  second: 6,
  b: 1,
  C: 1,
  /** omega/a */
  step: 1,
  lo: 1,
  hi: 1,
  a: 1,
});

/** A contact of a sweep, in f64 numbers: Jt of normal and tangents, then scalars, the two tangents side by side. */
export const CONTACT_RECORD = record({
  normal: 12,
  first: 12,
  second: 12,
  b: 2,
  C: 2,
  /** Factor of a velocity, before omega. */
  step: 2,
  /** a_n1, a_n2 */
  coupling: 2,
  a12: 1,
  normalB: 1,
  normalC: 1,
  normalStep: 1,
  lower: 1,
  upper: 1,
  /** Tangents are bounded by radius + mu max(x_n, 0). */
  radius: 1,
  mu: 1,
  /** Metric of the energy: a_n, and the mean of a_1 and a_2. */
  normalMetric: 1,
  metric: 1,
});

/** Integers of a contact: places in y of its two bodies, of its three impulses in x, and how its tangents are projected. */
export const CONTACT_PLACES = table('firstBody', 'secondBody', 'normal', 'first', 'second', 'projection');

/** Values of CONTACT_PLACES.projection: both tangents on a disc, one after the other on its own bounds; none: no record. */
export const PROJECTION = { none: -1, round: 0, square: 1 } as const;

/** Integers of a group of consecutive rows over the same bodies, as the kernels of body space read them. */
export const GROUP = table(
  'firstRow',
  'endRow',
  'Jt', // f64 offset of the first row's numbers, six per row and body
  'blocks', // bodies per row
  'bodies', // i32 offset of their places in y, one per body; -1 for a body that never moves
  'pairs', // i32 offset of its PAIRs
  'pairCount',
);

/** Integers of a product Jt^T Jt of a group: f64 offset of its block in H, and which two bodies of the row it joins. */
export const PAIR = table('block', 'left', 'right');

/** Integers of a group of a sweep: how many rows, and where in y their two bodies are. */
export const SWEEP_GROUP = table('rows', 'firstBody', 'secondBody');

// Tables. Vectors are f64 offsets with one number per row, unless a comment states otherwise.

/** Energies and infeasible rows. */
export const ROWS = table(
  'n',
  'x',
  'w',
  'b',
  'a',
  'inverseA',
  'lo',
  'hi',
  'state', // bytes
  'bad', // i32: a list of rows
);

/** Solves for the free rows with the others at their bounds. */
export const FREE_ROWS = table(
  'n',
  'state', // bytes
  'b',
  'C',
  'inverseC',
  'inverseA',
  'lo',
  'hi',
  'x',
  'w',
  'g', // what body space is asked for
  's', // what it answers
  'weight',
  'inH', // bytes
  'list', // i32: n rows and two counts
);

/** Products with Jt. */
export const PRODUCTS = table(
  'bodies',
  'groups', // i32: GROUPs
  'groupCount',
  'y', // six numbers per body
  's',
);

/** The matrix of body space and its Cholesky factor. */
export const BODIES = table(
  'n',
  'bodies',
  'blocks',
  'colStart', // i32
  'blockRow', // i32
  'groups', // i32: GROUPs
  'groupCount',
  'groupOf', // i32
  'list', // i32, as `changes` leaves it
  'weight',
  'inverseC',
  'y', // six numbers per body
  'H', // 36 numbers per block
  'L', // 36 numbers per block
);

/** L U of the unsymmetric matrix of body space. */
export const BLOCK_LU = table(
  'bodies',
  'blocks',
  'colStart', // i32
  'blockRow', // i32
  'H', // 36 numbers per block
  'lower', // 36 numbers per block
  'upper', // 36 numbers per block
  'y', // six numbers per body
);

/** Rows that follow another row, and what they add to that matrix. */
export const FOLLOWERS = table(
  'count',
  'rows', // i32: `count` rows
  'leaderOf', // i32 per row
  'slope',
  'scale', // of the leaders
  'groups', // i32: GROUPs
  'groupOf', // i32
  'lower', // 36 numbers per block
  'upper', // 36 numbers per block
);

/** Friction that follows the normal impulses. */
export const FRICTION = table(
  'n',
  'count',
  'rows', // i32: `count` friction rows
  'normalOf', // i32 per row
  'mu',
  'x',
  'w',
  'inverseA',
  'lo',
  'hi',
  'state', // bytes
  'held',
  'slope',
  'sliding', // i32: a list of rows
);

/** A full matrix, and the factor of a principal block. */
export const DENSE = table(
  'n',
  'm', // rows of the block
  'apart', // from column to column: even, at least n
  'A', // n columns
  'L', // m columns
  'rows', // i32: the m rows
  'shift', // -1: none
  'z', // m numbers
  'x',
  'product', // A x
);

/** A sparse matrix by rows, both triangles, and the L D L^T of its active rows. */
export const SPARSE = table(
  'n',
  'rowStart', // i32
  'column', // i32
  'value',
  'order', // i32
  'position', // i32
  'Lstart', // i32
  'Lrow', // i32
  'Lvalue',
  'D',
  'parent', // i32
  'flag', // i32
  'filled', // i32
  'path', // i32
  'y',
  'active', // bytes
  'shift', // -1: none
  'z', // right hand side and answer
);

/** The subspace search over rows; p, q and r are its directions. */
export const SUBSPACE_ROWS = table(
  'count', // even
  'x',
  'before',
  'lo',
  'hi',
  'b',
  'C',
  'p',
  'q',
  'r',
  'G', // nine numbers
  'values', // three per row and one more
  'list', // i32: three per row and one more
);

/** The same over the images of the vectors: six numbers per body. */
export const SUBSPACE_BODIES = table('count', 'y', 'before', 'p', 'q', 'r', 'G');

/** A sweep over contacts. */
export const CONTACT_SWEEP = table(
  'records', // CONTACT_RECORDs
  'places', // i32: CONTACT_PLACES
  'y', // six numbers per body, and six for a contact's absent second body
  'x',
);

/** Momentum of a sweep over contacts, beside its CONTACT_SWEEP. */
export const MOMENTUM = table(
  'bodies', // numbers of y
  'yBefore', // y and x after the sweep before
  'xBefore',
  'moved', // what x had changed by then
);

/** A sweep over rows, and the energy error of its x. */
export const ROW_SWEEP = table(
  'n',
  'records', // ROW_RECORDs
  'bodies', // i32: two places in y per row
  'y', // six numbers per body, and six for a row's absent second body
  'x',
  'still', // y before a sweep that measures
  'next', // x after it
  'energy', // one number: what it measures
  'normals', // i32 per row: the place in x that bounds it, or -1
  'mu',
);

/** A sweep over groups of rows. */
export const GROUP_SWEEP = table(
  'count',
  'groups', // i32: SWEEP_GROUPs
  'records', // ROW_RECORDs, in the order of the groups
  'y', // as above
  'x',
);

/** Where a contact pushes its bodies, and along what, in f64 numbers.   docs/theory/contact-rows.md (CR2) */
export const FRAME = record({
  /** From the centres of A and of B to the point. */
  arms: 6,
  normal: 3,
  tangents: 6,
});

/** The rest of what its rows are written from. */
export const TOUCH = record({
  /** g of the normal row and of both tangents. */
  g: 3,
  /** Compliance of the normal row, and of the tangents. */
  C: 2,
});

/** Its integers. */
export const TOUCHED = table(
  'point', // number of its frame
  'a', // bodies
  'b',
  'slotA', // -1: impulses do not move it
  'slotB',
  'row', // the first
  'rows', // one, or three with tangents
  'block', // of J, the first
);

/** Contacts whose rows are to be written. */
export const CONTACT_ROWS = table(
  'count',
  'frames', // FRAMEs
  'touches', // TOUCHes
  'touched', // i32: TOUCHEDs
  'velocity', // six numbers per body
  'J',
  'b',
  'C',
  'drift',
);

/** J of rows, J L, and products with it.   docs/theory/complementarity.md (C9) */
export const JACOBIAN = table(
  'n',
  'bodies',
  'rowStart', // i32
  'body', // i32
  'runs', // i32: at the first row of a run, the row after its last
  'J',
  'L', // 36 numbers per body
  'Jt',
  'C',
  'diagonal',
  'x',
  'y', // six numbers per body
  'product',
);
