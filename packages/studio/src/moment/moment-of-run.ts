/** The moment of a run: all branches as far as the step that is shown, or as another begins there. */
import type { BranchEvent, Moment, MomentView } from '../engine-types.ts';
import type { BranchInfo, RunSpec } from '../protocol.ts';

export interface Present {
  /** Version of the engine. */
  readonly engine: string;
  readonly run: RunSpec;
  readonly state: Moment['state'];
  /** Parents before those that start from them. */
  readonly branches: readonly BranchInfo[];
  /** Ids; the first is looked at. */
  readonly shown: readonly number[];
  readonly step: number;
  readonly hash: string | null;
  readonly view: MomentView;
}

/** An event without fields that only lists show. */
const plain = (event: BranchEvent): BranchEvent =>
  event.kind === 'setup' ? { kind: 'setup', step: event.step, setup: event.setup } : event;

/** @param whole all branches to their last steps. @throws Error for what a moment has no place for */
export function momentOfRun({ branches, shown, ...rest }: Present, whole = false): Moment {
  const places = new Map(branches.map(({ id }, place) => [id, place]));
  const needed = branches.map(({ start, head }) => Math.max(start, whole ? head : Math.min(head, rest.step)));
  for (const { parent, start } of [...branches].reverse())
    if (parent !== null) {
      const place = places.get(parent)!;
      needed[place] = Math.max(needed[place]!, start);
    }
  return {
    format: 'signorini-moment',
    version: 1,
    ...rest,
    branches: branches.map(({ name, named, parent, start, events }, place) => ({
      name: named ? name : null,
      parent: parent === null ? null : places.get(parent)!,
      start,
      head: needed[place]!,
      events: events.filter(({ step }) => step <= needed[place]! + 1).map(plain),
    })),
    shown: shown.map((id) => places.get(id)!),
  };
}
