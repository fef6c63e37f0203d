/** The right side: the step, the selected contact or body, and the worst contacts. */
import { CONTACT_STATES } from '../../protocol.ts';
import type { ContactShown } from '../../session/contacts.ts';
import { isProblemFile } from '../../session/state.ts';
import { late } from '../late.tsx';
import { Line } from '../line.tsx';
import { counted, figure, joules, short } from '../numbers.ts';
import { PANELS } from '../panel-table.ts';
import { usePart, useSession } from '../session-context.ts';

const WORST = 8;
const Compare = late(async () => (await import('./compare.tsx')).Compare);
const XwPlane = late(async () => (await import('./xw-plane.tsx')).XwPlane);

export function Inspector() {
  usePart((state) => state.frames); // contacts are read from the frame
  return (
    <aside class="side" aria-label="Inspector">
      <StepSection />
      <SelectionSection />
      {ANSWERED.map((name) => (
        <AnswerPanel key={name} name={name} />
      ))}
      <Compared />
      <WorstSection />
    </aside>
  );
}

const ANSWERED = Object.keys(PANELS).filter((name) => PANELS[name]!.place === 'inspector');

function AnswerPanel({ name }: { readonly name: string }) {
  const { Panel } = PANELS[name]!;
  return usePart((state) => name in state.answers) ? <Panel /> : null;
}

/** Its code is loaded with the first fork. */
function Compared() {
  return usePart((state) => state.shown.length > 1) ? <Compare /> : null;
}

function StepSection() {
  const session = useSession();
  const [main] = usePart((state) => state.shown);
  if (!main) return null;
  const { energyError, frictionConsistency, status, iterations, jointsError, contacts, drawn } = main;
  return (
    <section>
      <h2>Step {main.step}</h2>
      <p class={`figure ${energyError !== null && energyError > 1e-6 ? 'hot' : ''}`}>
        <span class="big">{energyError === null ? '—' : short(energyError)}</span> J
        <span class="soft"> energy error</span>
      </p>
      <dl>
        <Line name="friction consistency" text={joules(frictionConsistency)} />
        <Line name="of it in joints and drives" text={joules(jointsError)} />
        <Line name="status" text={main.step === 0 ? 'start' : `${status}, ${counted(iterations, 'iteration')}`} />
        <Line name="contacts" text={drawn < contacts ? `${drawn} of ${contacts} drawn, the worst` : String(contacts)} />
      </dl>
      <div class="fields">
        <button type="button" class="quiet" onClick={() => session.inspect()}>
          Look inside this step
        </button>
        <button type="button" class="quiet" onClick={() => session.askAboutStep('why', { contact: null })}>
          Why?
        </button>
      </div>
    </section>
  );
}

function SelectionSection() {
  const session = useSession();
  const selection = usePart((state) => state.selection);
  const stored = usePart(isProblemFile);
  if (!selection)
    return (
      <section>
        <h2>Selection</h2>
        <p class="soft">Click a contact or a body, or press W for the worst contact.</p>
      </section>
    );
  if (selection.kind === 'body') return <BodyDetails name={selection.name} />;
  const contact = session.selectedContact();
  if (stored)
    return (
      <section>
        <h2>Contact {selection.id}</h2>
        <XwPlane contact={selection.id} />
      </section>
    );
  return (
    <section>
      <h2>Contact {selection.id}</h2>
      {contact ? <ContactDetails contact={contact} /> : <p class="soft">It is not present at this step.</p>}
    </section>
  );
}

function BodyDetails({ name }: { readonly name: string }) {
  const session = useSession();
  const scene = usePart((state) => state.scene);
  const body = scene?.bodies.find((one) => one.name === name);
  const touching = session.contacts().filter(({ a, b }) => a === name || b === name);
  return (
    <section>
      <h2>{name}</h2>
      <dl>
        <Line name="mass" text={body && body.mass > 0 ? figure(body.mass, 'kg') : (body?.motion ?? '')} />
        <Line name="contacts" text={String(touching.length)} />
        <Line name="energy error of them" text={joules(touching.reduce((sum, one) => sum + one.joules, 0))} />
      </dl>
    </section>
  );
}

function ContactDetails({ contact }: { readonly contact: ContactShown }) {
  const session = useSession();
  const { a, b, normalForce, frictionForce, state } = contact;
  return (
    <>
      <dl>
        <Line name="between" text={`${a} and ${b}`} />
        <Line name="energy error" text={joules(contact.joules)} />
        <Line name="normal force" text={figure(normalForce, 'N')} />
        <Line name="friction force" text={figure(frictionForce, 'N')} />
        <Line name="state" text={CONTACT_STATES[state] ?? ''} />
      </dl>
      <XwPlane contact={contact.id} />
      <button type="button" class="quiet" onClick={() => session.askAboutStep('why', { contact: contact.id })}>
        Why is this contact wrong?
      </button>
    </>
  );
}

function WorstSection() {
  const session = useSession();
  const selection = usePart((state) => state.selection);
  const worst = session.contacts(WORST).filter((one) => one.joules > 0);
  return (
    <section>
      <h2>Worst contacts</h2>
      {worst.length === 0 ? (
        <p class="soft">No contact has an error in this step.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>contact</th>
              <th class="n">energy error</th>
            </tr>
          </thead>
          <tbody>
            {worst.map(({ id, a, b, joules: value }) => (
              <tr key={id} class={selection?.kind === 'contact' && selection.id === id ? 'chosen' : ''}>
                <td>
                  <button
                    type="button"
                    class="link"
                    onClick={() => session.store.set({ selection: { kind: 'contact', id } })}
                  >
                    {a} / {b}
                  </button>
                </td>
                <td class="n">{joules(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
