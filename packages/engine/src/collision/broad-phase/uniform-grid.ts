/**
 * Pairs of overlapping boxes of like size by a uniform grid: each box lies in the cell of its centre, cells are at
 * least as large as the boxes, so partners are in the 27 cells around.   docs/theory/collision.md (CO17)
 * Cells are visited through a counting sort; if the boxes are spread too far for one cell each, cells repeat
 * periodically, which only adds candidates that the box test rejects.
 */
import { grownFloat64, grownInt32 } from '../contact-points.ts';
import { type Candidates, KEPT_BALLS } from './candidates.ts';

/** Cells for each box at most, beyond a few. */
const CELLS_PER_BOX = 4;
/** A cell is larger than the largest box by this factor: rounding must not put partners two cells apart. */
const ROOM = 1.001;

export class UniformGrid {
  private nx = 1;
  private ny = 1;
  private nz = 1;
  private wrapX = false;
  private wrapY = false;
  private wrapZ = false;
  private cellOf = new Int32Array(0);
  private start = new Int32Array(0);
  private member = new Int32Array(0);
  private ball = new Float64Array(0); // 4 a member, in the order of the cells: centre and radius, m

  /** Gives the pairs among members[0 .. count) that may be near to `found`; size is the largest side of their boxes, m. */
  find(members: Int32Array, count: number, size: number, found: Candidates): void {
    if (count < 2) return;
    this.reserve(count);
    this.fill(members, count, size * ROOM, found);
    const { nx, ny, nz, start } = this;
    for (let z = 0, cell = 0; z < nz; z++)
      for (let y = 0; y < ny; y++)
        for (let x = 0; x < nx; x++, cell++) if (start[cell + 1] > start[cell]) this.around(x, y, z, cell, found);
  }

  private fill(members: Int32Array, count: number, size: number, { wide: bounds, ball: balls }: Candidates): void {
    let x0 = Number.POSITIVE_INFINITY;
    let y0 = Number.POSITIVE_INFINITY;
    let z0 = Number.POSITIVE_INFINITY;
    let x1 = Number.NEGATIVE_INFINITY;
    let y1 = Number.NEGATIVE_INFINITY;
    let z1 = Number.NEGATIVE_INFINITY;
    for (let k = 0; k < count; k++) {
      const at = 6 * members[k];
      const x = (bounds[at] + bounds[at + 3]) / 2;
      const y = (bounds[at + 1] + bounds[at + 4]) / 2;
      const z = (bounds[at + 2] + bounds[at + 5]) / 2;
      x0 = Math.min(x0, x);
      y0 = Math.min(y0, y);
      z0 = Math.min(z0, z);
      x1 = Math.max(x1, x);
      y1 = Math.max(y1, y);
      z1 = Math.max(z1, z);
    }
    this.choose((x1 - x0) / size, (y1 - y0) / size, (z1 - z0) / size, count);
    const { nx, ny, nz, start, cellOf, member, ball } = this;
    const cells = nx * ny * nz;
    start.fill(0, 0, cells + 1);
    for (let k = 0; k < count; k++) {
      const at = 6 * members[k];
      const x = Math.floor(((bounds[at] + bounds[at + 3]) / 2 - x0) / size) % nx;
      const y = Math.floor(((bounds[at + 1] + bounds[at + 4]) / 2 - y0) / size) % ny;
      const z = Math.floor(((bounds[at + 2] + bounds[at + 5]) / 2 - z0) / size) % nz;
      const cell = (z * ny + y) * nx + x;
      cellOf[k] = cell;
      start[cell + 1]++;
    }
    for (let c = 0; c < cells; c++) start[c + 1] += start[c];
    for (let k = count - 1; k >= 0; k--) {
      // backwards from the end of each cell: start ends up at the cells' beginnings again, one place further on
      const to = --start[cellOf[k] + 1];
      member[to] = members[k];
      const at = 9 * members[k];
      ball[4 * to] = balls[at];
      ball[4 * to + 1] = balls[at + 1];
      ball[4 * to + 2] = balls[at + 2];
      ball[4 * to + 3] = balls[at + 3];
    }
    for (let c = 0; c < cells; c++) start[c] = start[c + 1];
    start[cells] = count;
  }

  /** Cells along each axis: as many as the spread asks for, or fewer and periodic (then at least 4). */
  private choose(rangeX: number, rangeY: number, rangeZ: number, count: number): void {
    const most = CELLS_PER_BOX * count + 64;
    const wantX = Math.floor(rangeX) + 1;
    const wantY = Math.floor(rangeY) + 1;
    const wantZ = Math.floor(rangeZ) + 1;
    let nx = Math.min(wantX, most);
    let ny = Math.min(wantY, most);
    let nz = Math.min(wantZ, most);
    while (nx * ny * nz > most) {
      if (nx >= ny && nx >= nz) nx = Math.max(4, (nx + 1) >> 1);
      else if (ny >= nz) ny = Math.max(4, (ny + 1) >> 1);
      else nz = Math.max(4, (nz + 1) >> 1);
    }
    this.nx = nx;
    this.ny = ny;
    this.nz = nz;
    this.wrapX = nx < wantX;
    this.wrapY = ny < wantY;
    this.wrapZ = nz < wantZ;
    if (this.start.length < nx * ny * nz + 1) this.start = new Int32Array(2 * nx * ny * nz + 1);
  }

  /** A cell against itself and half of its neighbours: the others see it as theirs. */
  private around(x: number, y: number, z: number, cell: number, found: Candidates): void {
    const { nx, ny, nz, wrapX, wrapY, wrapZ, start } = this;
    const from = start[cell];
    const to = start[cell + 1];
    for (let i = from; i < to; i++) this.test(i, i + 1, to, found);
    if (x + 1 < nx) this.cross(from, to, start[cell + 1], start[cell + 2], found);
    else if (wrapX) this.cross(from, to, start[cell + 1 - nx], start[cell + 2 - nx], found);
    const yNext = y + 1 < ny ? y + 1 : wrapY ? 0 : -1;
    if (yNext >= 0) this.row(x, (z * ny + yNext) * nx, from, to, found);
    const zNext = z + 1 < nz ? z + 1 : wrapZ ? 0 : -1;
    if (zNext < 0) return;
    const yLast = y > 0 ? y - 1 : wrapY ? ny - 1 : -1;
    if (yLast >= 0) this.row(x, (zNext * ny + yLast) * nx, from, to, found);
    this.row(x, (zNext * ny + y) * nx, from, to, found);
    if (yNext >= 0) this.row(x, (zNext * ny + yNext) * nx, from, to, found);
  }

  /** Members from..to against the cells x-1, x, x+1 of a row; they lie side by side. */
  private row(x: number, row: number, from: number, to: number, found: Candidates): void {
    const { nx, wrapX, start } = this;
    const low = x > 0 ? x - 1 : 0;
    const high = x + 1 < nx ? x + 1 : nx - 1;
    this.cross(from, to, start[row + low], start[row + high + 1], found);
    if (!wrapX) return;
    if (x === 0) this.cross(from, to, start[row + nx - 1], start[row + nx], found);
    if (x === nx - 1) this.cross(from, to, start[row], start[row + 1], found);
  }

  private cross(from: number, to: number, otherFrom: number, otherTo: number, found: Candidates): void {
    if (otherFrom < otherTo) for (let i = from; i < to; i++) this.test(i, otherFrom, otherTo, found);
  }

  /** Balls first, side by side in memory: nine of ten pairs of neighbouring cells are apart, and one comparison shows it. */
  private test(i: number, from: number, to: number, found: Candidates): void {
    const { ball, member } = this;
    const cx = ball[4 * i];
    const cy = ball[4 * i + 1];
    const cz = ball[4 * i + 2];
    const radius = ball[4 * i + 3];
    for (let j = from; j < to; j++) {
      const at = 4 * j;
      const x = ball[at] - cx;
      const y = ball[at + 1] - cy;
      const z = ball[at + 2] - cz;
      const far = ball[at + 3] + radius;
      if (x * x + y * y + z * z <= KEPT_BALLS * far * far) found.push(member[i], member[j]);
    }
  }

  private reserve(count: number): void {
    if (count <= this.cellOf.length) return;
    const capacity = Math.max(count, 2 * this.cellOf.length);
    this.cellOf = grownInt32(this.cellOf, capacity);
    this.member = grownInt32(this.member, capacity);
    this.ball = grownFloat64(this.ball, 4 * capacity);
  }
}
