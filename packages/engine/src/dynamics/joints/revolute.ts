/**
 * A hinge: a ball joint whose bodies turn about one axis only, with a velocity motor on it.   docs/theory/joints.md (JO3), (JO4)
 *
 *   phi_j = t_j . u_B,   J = (0, -u_B x t_j | 0, u_B x t_j)        t_1, t_2 across the axis, fixed in A;  u_B fixed in B
 *   motor:  w = (omega_B - omega_A) . u_A - target,   |x| <= h times the torque limit
 */
import { cross, dot, tangents, unit, type Vec3 } from '../../linalg/vec3.ts';
import type { RowBuilder } from '../../problem/row-builder.ts';
import type { Frames } from './frames.ts';
import {
  compliance,
  expectAxis,
  expectNumber,
  type JointCommon,
  type JointPlace,
  type Stiffness,
  stabilisation,
} from './joint.ts';
import { POINT_ROWS, SphericalJoint } from './spherical.ts';

export interface RevoluteOptions extends JointCommon {
  readonly kind: 'revolute';
  /** In the world, at the bodies' present poses, m. */
  readonly point: Vec3;
  /** In the world, any length but zero. */
  readonly axis: Vec3;
  readonly motor?: Motor;
}

export interface Motor {
  /** Speed of B against A about the axis, rad/s. */
  readonly speed: number;
  /** Largest torque, N m, >= 0. Default: as much as it takes. */
  readonly maxTorque?: number;
}

export class RevoluteJoint extends SphericalJoint {
  override readonly kind = 'revolute';
  override readonly rows: readonly string[];
  private readonly axisA: Vec3;
  private readonly acrossA: readonly [Vec3, Vec3];
  private readonly axisB: Vec3;
  private readonly motor: Required<Motor> | undefined;
  private readonly hold: Stiffness;

  constructor(place: JointPlace, options: Pick<RevoluteOptions, 'point' | 'axis' | 'motor'>) {
    super(place, options);
    const { name, frames, a, b, stiffness } = place;
    const { motor } = options;
    const u = unit(expectAxis(name, options.axis));
    const [t1, t2] = tangents(u);
    this.hold = stiffness;
    this.axisA = frames.localDirection(a, u);
    this.axisB = frames.localDirection(b, u);
    this.acrossA = [frames.localDirection(a, t1), frames.localDirection(a, t2)];
    if (motor) {
      const { speed, maxTorque = Infinity } = motor;
      expectNumber(name, 'motor.speed', speed, Number.isFinite(speed), 'a speed in rad/s');
      expectNumber(name, 'motor.maxTorque', maxTorque, maxTorque >= 0, 'a torque >= 0 in N m');
      this.motor = { speed, maxTorque };
    }
    this.rows = [...POINT_ROWS, 'axis 1', 'axis 2', ...(motor ? ['motor'] : [])];
  }

  override write(frames: Frames, h: number, rows: RowBuilder): void {
    super.write(frames, h, rows);
    const C = compliance(this.hold, h);
    const D = stabilisation(this.hold, h);
    const uB = frames.direction(this.b, this.axisB);
    for (const local of this.acrossA) {
      const t = frames.direction(this.a, local);
      const [x, y, z] = cross(uB, t);
      rows.hold('angular', dot(t, uB), D, C);
      rows.block(this.a, 0, 0, 0, -x, -y, -z);
      rows.block(this.b, 0, 0, 0, x, y, z);
    }
    if (!this.motor) return;
    const [x, y, z] = frames.direction(this.a, this.axisA);
    rows.row('motor', 'angular', -this.motor.speed, C);
    rows.bounds(-h * this.motor.maxTorque, h * this.motor.maxTorque);
    rows.block(this.a, 0, 0, 0, -x, -y, -z);
    rows.block(this.b, 0, 0, 0, x, y, z);
  }
}
