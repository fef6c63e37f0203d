/** Conditions on which the run pauses: a list, and a form for one more. */

import { useState } from 'preact/hooks';
import type { StopCondition } from '../../questions.ts';
import { usePart, useSession } from '../session-context.ts';
import { Modal } from './modal.tsx';

const LIMITS = {
  energyError: ['energy error', 'J'],
  frictionConsistency: ['friction consistency', 'J'],
  deepest: ['deepest overlap', 'm'],
  fastest: ['speed of a body', 'm/s'],
} as const;
type Limit = keyof typeof LIMITS;
type Kind = StopCondition['kind'];

export function Stops() {
  const session = useSession();
  const conditions = usePart((state) => state.conditions);
  return (
    <Modal title="Pause when">
      <ul class="conditions">
        {conditions.length === 0 && <li class="soft">Nothing stops the run yet.</li>}
        {conditions.map((condition, k) => (
          <li key={k}>
            {textOf(condition)}
            <button
              type="button"
              class="link"
              onClick={() => session.setStops(conditions.filter((_, other) => other !== k))}
            >
              remove
            </button>
          </li>
        ))}
      </ul>
      <Another />
      <p class="soft">
        Conditions hold for all branches that are shown. <kbd>[</kbd> and <kbd>]</kbd> go to the previous and the next
        step that meets one.
      </p>
    </Modal>
  );
}

function Another() {
  const session = useSession();
  const [kind, setKind] = useState<Kind>('energyError');
  const [above, setAbove] = useState('1e-6');
  const [pair, setPair] = useState({ a: '', b: '' });
  const add = () => {
    const { conditions } = session.state;
    const value = Number(above);
    if (kind in LIMITS && !(above.trim() !== '' && value >= 0))
      session.say(`Expected a number that is not negative, found ${above || 'nothing'}.`, 'error');
    else if (kind === 'unsolved') session.setStops([...conditions, { kind }]);
    else if (kind === 'contact') session.setStops([...conditions, { kind, ...pair }]);
    else session.setStops([...conditions, { kind, above: value }]);
  };
  return (
    <div class="fields">
      <select aria-label="What" value={kind} onChange={(event) => setKind(event.currentTarget.value as Kind)}>
        {(Object.keys(LIMITS) as Limit[]).map((name) => (
          <option value={name} key={name}>
            {LIMITS[name][0]} above
          </option>
        ))}
        <option value="unsolved">a solve does not converge</option>
        <option value="contact">a contact begins</option>
      </select>
      {kind in LIMITS && (
        <label class="field">
          <input
            type="text"
            aria-label="Limit"
            value={above}
            onInput={(event) => setAbove(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
          />
          <span>{LIMITS[kind as Limit][1]}</span>
        </label>
      )}
      {kind === 'contact' && <Pair pair={pair} set={setPair} />}
      <button type="button" onClick={add}>
        Add
      </button>
    </div>
  );
}

interface Bodies {
  readonly a: string;
  readonly b: string;
}

function Pair({ pair, set }: { readonly pair: Bodies; readonly set: (pair: Bodies) => void }) {
  const scene = usePart((state) => state.scene);
  const names = ['', ...(scene?.bodies.map(({ name }) => name) ?? [])];
  return (
    <>
      {(['a', 'b'] as const).map((side) => (
        <select
          key={side}
          aria-label={`Body ${side}`}
          value={pair[side]}
          onChange={(event) => set({ ...pair, [side]: event.currentTarget.value })}
        >
          {names.map((name) => (
            <option value={name} key={name}>
              {name || 'anything'}
            </option>
          ))}
        </select>
      ))}
    </>
  );
}

function textOf(condition: StopCondition): string {
  if (condition.kind === 'unsolved') return 'a solve does not converge';
  if (condition.kind === 'contact')
    return `a contact of ${condition.a || 'anything'} with ${condition.b || 'anything'} begins`;
  const [words, unit] = LIMITS[condition.kind];
  return `${words} above ${condition.above} ${unit}`;
}
