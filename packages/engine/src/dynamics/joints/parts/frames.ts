/**
 * Points and directions of bodies in the world: at one pose, or halfway between two.   docs/theory/joints.md (JO5)
 *
 * Halfway means the mean of the two vectors, not the vector of a mean rotation: with the Cayley map a row that is bilinear in
 * body vectors then satisfies phi(q+) - phi(q) = h J v exactly, which is what the energy-momentum step needs.
 */
import { quatAt, rotateAt, setRotated, unrotate } from '../../../linalg/quat.ts';
import { add, scale, subtract, type Vec3, vec3At } from '../../../linalg/vec3.ts';

interface PointInWorld {
  /** Arm from the body's centre of mass, world axes; zero for the world itself. */
  readonly arm: Vec3;
  readonly point: Vec3;
}

export class Frames {
  private readonly pose: Float64Array;
  private readonly other: Float64Array;

  /** @param pose seven numbers per body @param other the second pose, if halfway is wanted */
  constructor(pose: Float64Array, other: Float64Array = pose) {
    this.pose = pose;
    this.other = other;
  }

  /** A direction of `body` in world axes; body -1 is the world. */
  direction(body: number, local: Vec3): Vec3 {
    if (body < 0) return local;
    const here = rotateAt(this.pose, 7 * body + 3, local);
    return this.other === this.pose ? here : mean(here, rotateAt(this.other, 7 * body + 3, local));
  }

  /** A point of `body` in the world. */
  point(body: number, local: Vec3): PointInWorld {
    if (body < 0) return { arm: [0, 0, 0], point: local };
    const { pose, other } = this;
    const at = 7 * body;
    const arm = this.direction(body, local);
    if (other === pose) return { arm, point: [pose[at] + arm[0], pose[at + 1] + arm[1], pose[at + 2] + arm[2]] };
    return { arm, point: add(mean(vec3At(pose, at), vec3At(other, at)), arm) };
  }

  /** The same without objects: arm and point, six numbers of `out`. */
  setPoint(body: number, local: Vec3, out: Float64Array): void {
    const { pose, other } = this;
    const at = 7 * body;
    if (body < 0) out.fill(0, 0, 3);
    else setRotated(pose, at + 3, local, out, 0);
    if (body >= 0 && other !== pose) {
      setRotated(other, at + 3, local, out, 3);
      for (let c = 0; c < 3; c++) out[c] = (out[c] + out[3 + c]) * 0.5;
    }
    for (let c = 0; c < 3; c++) {
      if (body < 0) out[3 + c] = local[c];
      else out[3 + c] = (other === pose ? pose[at + c] : (pose[at + c] + other[at + c]) * 0.5) + out[c];
    }
  }

  /** A direction given in the world, as seen from `body` at the first pose. */
  localDirection(body: number, direction: Vec3): Vec3 {
    return body < 0 ? direction : unrotate(quatAt(this.pose, 7 * body + 3), direction);
  }

  /** A point given in the world, as seen from `body` at the first pose. */
  localPoint(body: number, point: Vec3): Vec3 {
    return body < 0 ? point : this.localDirection(body, subtract(point, vec3At(this.pose, 7 * body)));
  }
}

const mean = (a: Vec3, b: Vec3): Vec3 => scale(add(a, b), 0.5);
