/** Everything that a key or the palette can do, in one table: it drives the shortcuts, their list and the palette. */
import type { Session } from '../session/session.ts';
import type { Tab } from '../session/state.ts';
import { openPanel, PANELS } from './panel-table.ts';

export interface Action {
  readonly title: string;
  /** Keys as they are shown: `Shift+ArrowLeft`, `?`. Empty: in the palette only. */
  readonly keys: readonly string[];
  run(session: Session): void;
}

const byStep = (steps: number) => (session: Session) => {
  const [main] = session.state.shown;
  if (main) session.seek(main.step + steps);
};
const head = (session: Session) =>
  session.state.branches.find(({ id }) => id === session.state.shown[0]?.branch)?.head ?? 0;
const tab = (title: string, name: Tab): Action => ({
  title: `Show ${title}`,
  keys: [],
  run: (session) => {
    session.store.set({ tab: name });
    if (name === 'inside' && !session.state.answers.inspection) session.inspect();
  },
});

const follow = (session: Session) => {
  const { store } = session;
  const { followed, selection } = store.state;
  if (followed === null && selection?.kind !== 'body')
    session.say('Select a body first: a click on it, or its name in a list.');
  else store.set({ followed: followed === null && selection?.kind === 'body' ? selection.name : null });
};

export const ACTIONS: readonly Action[] = [
  { title: 'Play or pause', keys: ['Space'], run: (session) => session.toggle() },
  { title: 'One step', keys: ['.'], run: (session) => session.step() },
  { title: 'Back one step', keys: ['ArrowLeft'], run: byStep(-1) },
  { title: 'Forward one step', keys: ['ArrowRight'], run: byStep(1) },
  { title: 'Back ten steps', keys: ['Shift+ArrowLeft'], run: byStep(-10) },
  { title: 'Forward ten steps', keys: ['Shift+ArrowRight'], run: byStep(10) },
  { title: 'To the start', keys: ['Home'], run: (session) => session.seek(0) },
  { title: 'To the last step', keys: ['End'], run: (session) => session.seek(head(session)) },
  { title: 'Restart the scene', keys: ['R'], run: (session) => session.restart() },
  { title: 'Fork at this step', keys: ['F'], run: (session) => session.fork() },
  ...Object.entries(PANELS).flatMap(([name, { title, key = '' }]) =>
    title === undefined ? [] : [{ title, keys: [key], run: (session: Session) => openPanel(session, name) }],
  ),
  { title: 'Look inside this step', keys: ['I'], run: (session) => session.inspect() },
  { title: 'Select the worst contact', keys: ['W'], run: (session) => session.worstContact() },
  { title: 'Previous step that meets a stop condition', keys: ['['], run: (session) => session.find(-1) },
  { title: 'Next step that meets a stop condition', keys: [']'], run: (session) => session.find(1) },
  { title: 'Undo the last change', keys: ['Ctrl+Z'], run: (session) => session.changes.undo() },
  {
    title: 'Clear the selection',
    keys: ['Escape'],
    run: (session) => session.store.set({ selection: null, dialog: null }),
  },
  tab('the error of every step', 'error'),
  tab('the inside of this step', 'inside'),
  tab('the distance between branches', 'distance'),
  tab('the energy', 'energy'),
  tab('the times', 'times'),
  tab('the events', 'events'),
  {
    title: 'Light or dark',
    keys: ['T'],
    run: (session) => session.store.set({ theme: session.state.dark ? 'light' : 'dark', dark: !session.state.dark }),
  },
  {
    title: 'Theme of the system',
    keys: [],
    run: ({ store }) => store.set({ theme: 'system', dark: matchMedia('(prefers-color-scheme: dark)').matches }),
  },
  {
    title: 'Branches side by side, or over each other',
    keys: ['B'],
    run: ({ store }) => store.set({ side: !store.state.side }),
  },
  ...(['free', 'front', 'side', 'top'] as const).map((side, k) => ({
    title: ['Fit the view', 'View from the front', 'View from the side', 'View from the top'][k]!,
    keys: [String(k)],
    run: (session: Session) => session.camera?.(side),
  })),
  { title: 'Follow the selected body, or leave it', keys: ['C'], run: follow },
  ...(['left', 'strip', 'right'] as const).map((name, k) => ({
    title: `Open or close the panel: ${['scene and solver', 'plots', 'inspector'][k]}`,
    keys: [],
    run: ({ store }: Session) => store.set({ [name]: !store.state[name] }),
  })),
  { title: 'Find an action', keys: ['Ctrl+K'], run: (session) => session.store.set({ dialog: 'palette' }) },
  { title: 'List the keys', keys: ['?'], run: (session) => session.store.set({ dialog: 'help' }) },
];

/**
 * The action of a key that was pressed; none while a person types, nor for a key that a control takes for itself.
 * @param byKeys the focus came to the control with the keyboard
 */
export function actionOf(event: KeyboardEvent, byKeys: boolean): Action | undefined {
  const name = nameOf(event);
  if (event.key !== 'Escape' && event.target instanceof Element && takes(event.target, name, byKeys)) return undefined;
  return ACTIONS.find(({ keys }) => keys.includes(name));
}

const TYPED =
  'input:not([type="range"], [type="checkbox"], [type="radio"], [type="file"]), textarea, [contenteditable]';
const PRESSED = 'button, a, input, [role="slider"], [role="tab"]';
const SLID = /^(Arrow|Page|Home|End)/;

/** A control that the mouse left focused takes no keys: Space after a click on Fork plays, and does not fork again. */
function takes(control: Element, name: string, byKeys: boolean): boolean {
  if (control.matches(TYPED)) return true;
  if (control.matches('[role="slider"], [role="tab"]') && name.includes('Arrow')) return true;
  if (control.matches('[type="range"]'))
    return SLID.test(name) || (name.startsWith('Shift+Arrow') && !control.matches('.scrub'));
  if (!byKeys) return false;
  return control.matches('select') || (control.matches(PRESSED) && (name === 'Space' || name === 'Enter'));
}

function nameOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string {
  const base = key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key;
  const shift = shiftKey && key.length > 1 ? 'Shift+' : '';
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${shift}${base}`;
}
