/** Contacts of a frame, read out of its buffer. */
import { BODY_FLOATS, CONTACT_FLOATS, type FrameBranch, type SceneInfo } from '../protocol.ts';

/** One contact as it is shown. */
export interface ContactShown {
  readonly id: number;
  readonly a: string;
  readonly b: string;
  /** m */
  readonly point: readonly number[];
  /** N */
  readonly normalForce: number;
  readonly frictionForce: number;
  readonly joules: number;
  /** Place in CONTACT_STATES. */
  readonly state: number;
}

/** The worst first. */
export function contactsOf(frame: FrameBranch | undefined, scene: SceneInfo | null, most = Infinity): ContactShown[] {
  if (!frame || !scene) return [];
  const numbers = new Float32Array(frame.buffer, 4 * BODY_FLOATS * scene.bodies.length);
  const joules = (k: number) => numbers[CONTACT_FLOATS * k + 9]!;
  const places = Array.from({ length: frame.drawn }, (_, k) => k).sort((p, q) => joules(q) - joules(p) || p - q);
  return places.slice(0, most).map((k) => contactAt(frame, scene, numbers, k));
}

function contactAt({ bodiesOf }: FrameBranch, scene: SceneInfo, numbers: Float32Array, k: number): ContactShown {
  const at = CONTACT_FLOATS * k;
  const size = (from: number) => Math.hypot(numbers[from]!, numbers[from + 1]!, numbers[from + 2]!);
  const nameOf = (side: 0 | 1) => scene.bodies[bodiesOf[2 * k + side]!]?.name ?? '';
  return {
    ...{ id: numbers[at + 11]!, a: nameOf(0), b: nameOf(1), point: [...numbers.subarray(at, at + 3)] },
    ...{ normalForce: size(at + 3), frictionForce: size(at + 6), joules: numbers[at + 9]!, state: numbers[at + 10]! },
  };
}
