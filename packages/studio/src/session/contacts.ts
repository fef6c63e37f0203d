/** Contacts of a frame, read out of its buffer. */
import { BODY_FLOATS, CONTACT_FLOATS, EXACT, exactAt, type FrameBranch, type SceneInfo } from '../protocol.ts';

const FEW = 50;

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

/** A frame with views of its numbers. */
interface Numbers {
  readonly frame: FrameBranch;
  readonly scene: SceneInfo;
  readonly floats: Float32Array;
  readonly exact: Float64Array;
}

/** The worst first. @param most a few are found without sorting all */
export function contactsOf(frame: FrameBranch | undefined, scene: SceneInfo | null, most = Infinity): ContactShown[] {
  const numbers = numbersOf(frame, scene);
  return numbers ? worstPlaces(numbers, most).map((k) => contactAt(numbers, k)) : [];
}

export function contactWith(
  id: number,
  frame: FrameBranch | undefined,
  scene: SceneInfo | null,
): ContactShown | undefined {
  const numbers = numbersOf(frame, scene);
  if (!numbers) return undefined;
  for (let k = 0; k < numbers.frame.drawn; k++)
    if (numbers.floats[CONTACT_FLOATS * k + 11] === id) return contactAt(numbers, k);
  return undefined;
}

function numbersOf(frame: FrameBranch | undefined, scene: SceneInfo | null): Numbers | undefined {
  if (!frame || !scene) return undefined;
  const { buffer, drawn } = frame;
  const { length } = scene.bodies;
  const floats = new Float32Array(buffer, 4 * BODY_FLOATS * length, CONTACT_FLOATS * drawn);
  return { frame, scene, floats, exact: new Float64Array(buffer, exactAt(length, drawn), EXACT * drawn) };
}

function worstPlaces({ frame: { drawn }, exact }: Numbers, most: number): number[] {
  const joules = (k: number) => exact[EXACT * k]!;
  const worse = (p: number, q: number) => joules(q) - joules(p) || p - q;
  if (most > FEW)
    return Array.from({ length: drawn }, (_, k) => k)
      .sort(worse)
      .slice(0, most);
  const found: number[] = [];
  for (let k = 0; k < drawn; k++) {
    if (found.length === most && !(joules(k) > joules(found[most - 1]!))) continue;
    if (found.length === most) found.pop();
    let at = found.length;
    while (at > 0 && joules(k) > joules(found[at - 1]!)) at--;
    found.splice(at, 0, k);
  }
  return found;
}

function contactAt({ frame: { bodiesOf }, scene, floats, exact }: Numbers, k: number): ContactShown {
  const at = CONTACT_FLOATS * k;
  const nameOf = (side: 0 | 1) => scene.bodies[bodiesOf[2 * k + side]!]?.name ?? '';
  const [joules, normalForce, frictionForce] = exact.subarray(EXACT * k, EXACT * (k + 1));
  return {
    id: floats[at + 11]!,
    a: nameOf(0),
    b: nameOf(1),
    point: [...floats.subarray(at, at + 3)],
    joules: joules!,
    normalForce: normalForce!,
    frictionForce: frictionForce!,
    state: floats[at + 10]!,
  };
}
