/** The moment that is shown, as a link, a file, or a page of its own. */
import { useEffect, useState } from 'preact/hooks';
import { capsuleOf } from '../../files/capsule.ts';
import { momentFragment } from '../../files/link.ts';
import { saveContent } from '../../files/save.ts';
import type { Session } from '../../session/session.ts';
import { usePart, useSession } from '../session-context.ts';
import { Modal } from './modal.tsx';

/** Letters: longer addresses are cut by some programs that pass them on. */
const LONG = 8000;

export function Share() {
  const session = useSession();
  const [moment, setMoment] = useState<{ readonly text: string; readonly link: string } | null>(null);
  useEffect(() => {
    void session.moments
      .text()
      .then(async (text) => setMoment({ text, link: `${base()}${await momentFragment(text)}` }))
      .catch((error: Error) => session.say(error.message, 'error'));
  }, []);
  return (
    <Modal title="Share this moment">
      {moment ? <Ways session={session} text={moment.text} link={moment.link} /> : <p class="soft">One moment…</p>}
    </Modal>
  );
}

const base = (): string => (isCapsule() ? '' : `${location.origin}${location.pathname}`);
const isCapsule = (): boolean => document.getElementById('moment') !== null;
const isLocal = (): boolean => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(location.hostname);

function Ways({ session, text, link }: { readonly session: Session; readonly text: string; readonly link: string }) {
  const [main] = usePart((state) => state.shown);
  const title = usePart((state) => state.scene?.title ?? 'run');
  const name = `${title}-step-${main?.step ?? 0}`;
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      session.say('The browser does not let the page copy: select the link and copy it by hand.', 'error');
    }
  };
  return (
    <div class="share">
      <p>
        Whoever opens it runs the scene to step {main?.step} and sees whether the state has the same bits: hash{' '}
        <span class="figures">{main?.hash?.slice(0, 8)}</span>.
      </p>
      <label class="field">
        <span>Link</span>
        <input type="text" readOnly aria-label="Link" value={link} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </button>
      </label>
      <p class="soft">{linkNote(link.length)}</p>
      <Files session={session} name={name} text={text} />
    </div>
  );
}

function Files({ session, name, text }: { readonly session: Session; readonly name: string; readonly text: string }) {
  const saveCapsule = async () => {
    try {
      saveContent(await capsuleOf(text), `${name}.html`, 'text/html');
    } catch (error) {
      session.say((error as Error).message, 'error');
    }
  };
  return (
    <>
      <p>
        <button type="button" onClick={() => void saveCapsule()}>
          Save a capsule
        </button>{' '}
        <span class="soft">one HTML file with the studio inside, about 2 MB, that opens offline</span>
      </p>
      <p>
        <button type="button" onClick={() => saveContent(text, `${name}.moment.json`, 'application/json')}>
          Save the moment
        </button>{' '}
        <span class="soft">
          {Math.ceil(text.length / 1000)} kB; <code>npx signorini studio {name}.moment.json</code> opens it
        </span>
      </p>
    </>
  );
}

function linkNote(length: number): string {
  const size = `${length} letters.`;
  if (isCapsule()) return `${size} Put it behind the address of any studio: this page is a file.`;
  if (length > LONG) return `${size} Some programs cut addresses that long: a capsule is safer.`;
  if (isLocal())
    return `${size} This address is your own machine's: elsewhere, put what follows # behind another studio's.`;
  return size;
}
