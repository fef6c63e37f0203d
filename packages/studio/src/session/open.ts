/**
 * Opens what the page shows first: by its address (a link to a moment, or #scene=winch&solver=pgs&play=no), by the moment that a capsule
 * holds, by what the command was asked to open, or the wall.
 */
import type { SceneSource } from '../protocol.ts';
import type { Session } from './session.ts';
import { FIRST, FIRST_SETUP } from './state.ts';

/** Content of `opened.json`, which `signorini studio` serves. */
type Opened =
  | { readonly kind: 'scene'; readonly name: string }
  | { readonly kind: 'scene-file' | 'problem'; readonly title: string; readonly text: string }
  /** Its bytes are at `opened.bin`. */
  | { readonly kind: 'file'; readonly name: string }
  | { readonly kind: 'moment'; readonly text: string; readonly follow: boolean };

export async function open(session: Session): Promise<void> {
  const held = document.getElementById('moment')?.textContent;
  if (held) session.moments.open(held);
  else if (location.hash.startsWith('#m=')) await openLink(session);
  else await openNamed(session);
}

/** Again when the address changes in place. */
export function openOnChange(session: Session): void {
  addEventListener('hashchange', () => {
    if (location.hash.startsWith('#m=')) void openLink(session);
  });
}

async function openLink(session: Session): Promise<void> {
  try {
    const { readMomentFragment } = await import('../files/link.ts');
    session.moments.open((await readMomentFragment(location.hash))!);
  } catch (error) {
    session.say((error as Error).message, 'error');
    if (!session.state.scene) session.open(FIRST.spec, FIRST_SETUP);
  }
}

async function openNamed(session: Session): Promise<void> {
  const asked = new URLSearchParams(location.hash.slice(1));
  const named = asked.get('scene');
  const solver = asked.get('solver');
  const setup = solver === null ? FIRST_SETUP : { ...FIRST_SETUP, solver };
  const play = asked.get('play') !== 'no';
  const opened = named === null ? await served() : { kind: 'scene' as const, name: named };
  if (opened?.kind === 'file') return openServed(session, opened.name);
  if (opened?.kind === 'problem') session.openProblem(opened.title, opened.text, setup);
  else if (opened?.kind === 'moment') {
    session.moments.open(opened.text);
    if (opened.follow) void (await import('./follow-run.ts')).followRun(session);
  } else session.open({ ...FIRST.spec, source: sourceOf(opened) }, setup, play);
}

/** A file that the command was asked for: as if it were dropped. */
async function openServed(session: Session, name: string): Promise<void> {
  const response = await fetch('./opened.bin').catch(() => null);
  if (response?.ok) session.files.open(new File([await response.blob()], name));
  else session.say(`${name}: expected it from the command, found no answer.`, 'error');
}

function sourceOf(opened: Exclude<Opened, { kind: 'file' | 'moment' }> | null): SceneSource {
  if (opened === null) return FIRST.spec.source;
  if (opened.kind === 'scene') return { kind: 'catalogue', name: opened.name, parameters: {} };
  return { kind: 'file', title: opened.title, text: opened.text };
}

/** A static host has no such file. */
async function served(): Promise<Opened | null> {
  try {
    const response = await fetch('./opened.json');
    return response.ok ? ((await response.json()) as Opened | null) : null;
  } catch {
    return null;
  }
}
