/**
 * The bodies, joints and drivers of a world and their places: a snapshot must find these again before its numbers can be put back.
 * docs/decisions/056-save-and-load.md
 *
 * A world remembers what it held when a snapshot was taken, so that removed bodies and joints come back with their handles. In any
 * other world bodies and joints are found by name.
 */
import { listed } from '../../checks/wording.ts';
import { type Body, makeOf } from '../bodies/body.ts';
import type { NumberPair } from '../bodies/excluded-pairs.ts';
import type { Driver } from '../forces/driver.ts';
import { type JointView, putView } from '../joints/joint-view.ts';
import type { JointOptions } from '../joints/kinds.ts';
import { pairOfKey } from '../step/contact-events.ts';
import { internalsOf, type JointInternals, setInternals } from './internals.ts';
import type { Members } from './members.ts';
import { type Reader, refuse } from './snapshot-reader.ts';

/** The bodies, joints and drivers of a world. */
interface MemberLists {
  /** By number. */
  readonly bodies: readonly (Body | undefined)[];
  readonly views: readonly JointView[];
  readonly drivers: readonly Driver[];
}

export interface Arrangement extends MemberLists {
  /** Bodies of the colliders in their order, and numbers for the next bodies, the last first. */
  readonly colliders: readonly number[];
  readonly vacant: readonly number[];
  /** Pairs that ignore each other by request. */
  readonly ignoring: readonly NumberPair[];
  readonly history: number;
}

/** Lists that a world remembers at most: as many changes between snapshots can be gone back over. */
const MOST_KNOWN = 128;

/** The members of a world at each snapshot, by the history of the world at that time. */
export class KnownMembers {
  private readonly known = new Map<number, MemberLists>();
  private latest: MemberLists | undefined;

  /** Something came or went. */
  changed(): void {
    this.latest = undefined;
  }

  /** A snapshot is taken. */
  remember({ store, views, drivers, history }: Members): void {
    if (this.latest) return;
    this.latest = { bodies: store.handles.slice(), views: views.slice(), drivers: drivers.slice() };
    this.known.delete(history);
    this.known.set(history, this.latest);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_KNOWN) break;
      this.known.delete(oldest);
    }
  }

  /**
   * The arrangement that a snapshot needs. @throws ContractError if this world does not have it, or the lists contradict each other
   */
  wanted(root: Reader, members: Members): Arrangement {
    const names = root.names('bodies');
    const joints = root.names('joints');
    const history = root.count('history');
    const known = this.known.get(history);
    const fits = known && same(known.bodies.map(nameOf), names) && same(known.views.map(nameOf), joints);
    const lists = fits ? known : membersByNames(names, joints, members);
    const { bodies } = lists;
    const numbers = [...names.keys()];
    return {
      ...lists,
      history,
      colliders: root.orderOf(
        'colliders',
        numbers.filter((k) => bodies[k] && makeOf(bodies[k]).shape),
        'bodies with a shape',
      ),
      vacant: root.orderOf(
        'vacant',
        numbers.filter((k) => !bodies[k]),
        'removed bodies',
      ),
      ignoring: root.pairKeys('ignoring', bodies).map(pairOfKey),
    };
  }
}

const nameOf = (one: { readonly name: string } | undefined): string => one?.name ?? '';
const same = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((one, k) => one === b[k]);

function membersByNames(names: readonly string[], joints: readonly string[], members: Members): MemberLists {
  const find = <T>(key: string, given: readonly string[], known: ReadonlyMap<string, T>) => {
    const missing = given.filter((name) => name !== '' && !known.has(name));
    const several = missing.length > 1;
    if (missing.length > 0)
      refuse(
        key,
        `a world with ${listed(missing)}`,
        `none of ${several ? 'these names' : 'that name'}: add ${several ? 'them as they were' : 'it as it was'}, then restore`,
      );
    return given.map((name) => known.get(name));
  };
  const bodies = find('bodies', names, members.bodyByName);
  if (!bodies.some((body) => body) && members.bodyByName.size > 0)
    refuse('bodies', 'some of this world', 'a snapshot of another world without any');
  const views = find('joints', joints, members.viewByName) as JointView[];
  const there = new Set(bodies);
  for (const [k, view] of views.entries())
    for (const body of internalsOf<JointInternals>(view).given.poses.keys())
      if (!there.has(body)) refuse(`joints[${k}]`, 'a joint of bodies of the snapshot', `one of ${body.name}`);
  return {
    bodies,
    views,
    drivers: members.drivers.filter((one) => one.bodies?.every((body) => there.has(body)) ?? true),
  };
}

/** The present arrangement. */
export function presentArrangement({ store, colliders, excluded, views, drivers, history }: Members): Arrangement {
  return {
    bodies: store.handles.slice(),
    views: views.slice(),
    drivers: drivers.slice(),
    history,
    colliders: [...colliders.body.subarray(0, colliders.count)],
    vacant: store.vacant.slice(),
    ignoring: excluded.ignoring,
  };
}

/** True: nothing has to come or go, nor to change its place. */
export function sameMembers(a: Arrangement, b: Arrangement): boolean {
  return (['bodies', 'views', 'drivers', 'colliders', 'vacant'] as const).every((key) => same<unknown>(a[key], b[key]));
}

/** Makes the members what an arrangement says; their state is to be put back then. */
export function arrange(members: Members, wanted: Arrangement): void {
  const { store } = members;
  members.clear();
  store.replace(
    wanted.bodies.map((body) => body && makeOf(body).record),
    wanted.vacant,
  );
  wanted.bodies.forEach((body, k) => {
    if (body) members.enter(body, k);
  });
  for (const k of wanted.colliders) members.addCollider(wanted.bodies[k] as Body);
  const pose = new Float64Array(7 * store.count);
  for (const view of wanted.views) remakeJoint(members, view, pose);
  for (const driver of wanted.drivers) members.enterDriver(driver);
  store.renumber();
}

/** Makes a joint again from its options, at the poses that its bodies had then. @param pose buffer for them */
function remakeJoint(members: Members, view: JointView, pose: Float64Array): void {
  const { given } = internalsOf<JointInternals>(view);
  for (const [body, then] of given.poses) pose.set(then, 7 * body.index);
  const { joint, anchors } = members.makeJoint(view.name, given.options as unknown as JointOptions, pose);
  putView(view, joint, anchors);
  const again: JointInternals = { given, joint };
  setInternals(view, again);
  members.enterJoint(view, again);
}
