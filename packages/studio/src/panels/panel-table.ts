/**
 * Panels that open over the page or in the inspector, one entry each: keys, palette and toolbar read their words from here, and a
 * panel's code is loaded when it is first shown.
 */
import type { ComponentType } from 'preact';
import type { Session } from '../session/session.ts';
import { late } from './late.tsx';

interface PanelEntry {
  /** 'inspector': shown while there is an answer to the question of the same name. */
  readonly place: 'dialog' | 'inspector';
  readonly Panel: ComponentType;
  /** In the palette and the list of keys; absent: a person cannot ask for it. */
  readonly title?: string;
  readonly key?: string;
  /** A button of the toolbar. */
  readonly button?: { readonly label: string; readonly hint: string };
  /** Default: opens the dialog. */
  readonly open?: (session: Session) => void;
}

export const PANELS: Readonly<Record<string, PanelEntry>> = {
  solvers: {
    place: 'dialog',
    Panel: late(async () => (await import('./dialogs/all-solvers.tsx')).AllSolvers),
    title: 'All solvers on this step',
    key: 'A',
    button: { label: 'All solvers', hint: 'Every solver on this step, A' },
    open: (session) => session.allSolvers(),
  },
  why: {
    place: 'inspector',
    Panel: late(async () => (await import('./inspector/why.tsx')).WhyPanel),
    title: 'Why is it wrong',
    key: 'Y',
    open: (session) => void session.askAboutStep('why', { contact: session.selectedContact()?.id ?? null }),
  },
  problem: {
    place: 'dialog',
    Panel: late(async () => (await import('./dialogs/problem-view.tsx')).ProblemView),
    title: 'Problem of this step',
    key: 'P',
    button: { label: 'Problem', hint: 'The problem of this step, P' },
    open: (session) => session.showProblem(),
  },
  stops: {
    place: 'dialog',
    Panel: late(async () => (await import('./dialogs/stops.tsx')).Stops),
    title: 'Stop conditions',
    key: 'S',
    button: { label: 'Stop when', hint: 'Pause when, S' },
  },
  share: {
    place: 'dialog',
    Panel: late(async () => (await import('./dialogs/share.tsx')).Share),
    title: 'Share this moment',
    key: 'L',
    button: { label: 'Share', hint: 'A link to this moment, L' },
    open: (session) => session.share(),
  },
  save: {
    place: 'dialog',
    Panel: late(async () => (await import('./dialogs/save.tsx')).SaveDialog),
    title: 'Save: scene, problem, run, plots, picture, video',
    key: 'Ctrl+S',
  },
  dataset: { place: 'dialog', Panel: late(async () => (await import('./dialogs/dataset.tsx')).DatasetView) },
};

export function openPanel(session: Session, name: string): void {
  const { open } = PANELS[name]!;
  if (open) open(session);
  else session.store.set({ dialog: name });
}
