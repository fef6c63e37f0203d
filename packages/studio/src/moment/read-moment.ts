/** The text of a moment, from a link, a capsule or a file of anybody: checked through and through before anything is run. */
import { ContractError, type Snapshot } from '@signorini/engine';
import { found, parseJson } from '@signorini/engine/checks';
import { MOMENT_FORMAT, MOMENT_VERSION } from '@signorini/engine/testing';
import type {
  BranchEvent,
  Moment,
  MomentBranch,
  MomentView,
  RunSpec,
  SceneSource,
  Setup,
  WorldMore,
} from '../engine-types.ts';

const MOST_TEXT = 32e6; // letters
const MOST_STEPS = 200_000; // of all branches together
const MOST_BRANCHES = 64;
const MOST_EVENTS = 20_000; // of one branch
const MOST_LETTERS = 500; // of a name
const DEEPEST = 40; // levels of the document

/** @throws ContractError: what was expected, where, and what was found */
export function readMoment(text: string): Moment {
  if (text.length > MOST_TEXT) refuse('', `at most ${MOST_TEXT} letters`, `${text.length}`);
  expectShallow(text);
  const document = parseJson(text, (was) => refuse('', 'a JSON text', was));
  const root = fields(document, '', [
    'format',
    'version',
    'engine',
    'run',
    'state',
    'branches',
    'shown',
    'step',
    'hash',
    'view',
  ]);
  if (root.format !== MOMENT_FORMAT) refuse('format', `"${MOMENT_FORMAT}"`, found(root.format));
  const engine = name(root.engine, 'engine');
  if (root.version !== MOMENT_VERSION)
    refuse('version', `${MOMENT_VERSION}`, `${found(root.version)}: version ${engine} of Signorini wrote and opens it`);
  const state = root.state === null ? null : (plainObject(root.state, 'state') as unknown as Snapshot);
  const first = state ? integer(state.steps, 'state.steps', 0, 1e9) : 0;
  const branches = branchesOf(root.branches, first);
  const shown = list(root.shown, 'shown', 1, 4).map((one, k) => integer(one, `shown[${k}]`, 0, branches.length - 1));
  const { head } = branches[shown[0]!]!;
  return {
    format: MOMENT_FORMAT,
    version: MOMENT_VERSION,
    engine,
    run: runOf(root.run),
    state,
    branches,
    shown,
    step: integer(root.step, 'step', first, head),
    hash: root.hash === null ? null : name(root.hash, 'hash'),
    view: viewOf(root.view),
  };
}

function branchesOf(value: unknown, first: number): MomentBranch[] {
  const branches: MomentBranch[] = [];
  let steps = 0;
  for (const [k, one] of list(value, 'branches', 1, MOST_BRANCHES).entries()) {
    const at = `branches[${k}]`;
    const {
      name: called,
      parent,
      start,
      head,
      events,
    } = fields(one, at, ['name', 'parent', 'start', 'head', 'events']);
    const place = k === 0 ? null : integer(parent, `${at}.parent`, 0, k - 1);
    if (k === 0 && parent !== null) refuse(`${at}.parent`, 'null', found(parent));
    const from = integer(start, `${at}.start`, first, place === null ? first : branches[place]!.head);
    const to = integer(head, `${at}.head`, from, from + MOST_STEPS);
    steps += to - from;
    if (steps > MOST_STEPS) refuse(`${at}.head`, `at most ${MOST_STEPS} steps in all branches`, `${steps}`);
    branches.push({
      name: called === null ? null : name(called, `${at}.name`),
      parent: place,
      start: from,
      head: to,
      events: eventsOf(events, `${at}.events`, from, to),
    });
  }
  return branches;
}

/** Events in the order of their steps; the first is the setup of the first step. */
function eventsOf(value: unknown, at: string, start: number, head: number): BranchEvent[] {
  let before = start + 1;
  return list(value, at, 1, MOST_EVENTS).map((one, k) => {
    const here = `${at}[${k}]`;
    const { kind } = plainObject(one, here);
    if (kind !== 'setup' && (kind !== 'pull' || k === 0))
      refuse(`${here}.kind`, k === 0 ? '"setup"' : '"setup" or "pull"', found(kind));
    const event = fields(one, here, ['kind', 'step', kind as string]);
    before = integer(event.step, `${here}.step`, before, k === 0 ? before : head + 1);
    return kind === 'setup'
      ? { kind, step: before, setup: setupOf(event.setup, `${here}.setup`) }
      : { kind: 'pull', step: before, pull: event.pull === null ? null : pullOf(event.pull, `${here}.pull`) };
  });
}

function setupOf(value: unknown, at: string): Setup {
  const { solver, options, warmStart } = fields(value, at, ['solver', 'options', 'warmStart']);
  if (typeof warmStart !== 'boolean') refuse(`${at}.warmStart`, 'true or false', found(warmStart));
  return {
    solver: name(solver, `${at}.solver`),
    options: values(options, `${at}.options`),
    warmStart: warmStart as boolean,
  };
}

function pullOf(value: unknown, path: string): Extract<BranchEvent, { kind: 'pull' }>['pull'] {
  const { body, at, to, limit } = fields(value, path, ['body', 'at', 'to', 'limit']);
  return {
    body: name(body, `${path}.body`),
    at: vector(at, `${path}.at`),
    to: vector(to, `${path}.to`),
    limit: number(limit, `${path}.limit`),
  };
}

function runOf(value: unknown): RunSpec {
  const { more } = plainObject(value, 'run');
  const keys = ['source', 'timeStep', 'frictionModel', 'integrator', ...(more === undefined ? [] : ['more'])];
  const run = fields(value, 'run', keys);
  const word = (key: 'frictionModel' | 'integrator') => (run[key] === null ? null : name(run[key], `run.${key}`));
  return {
    source: sourceOf(run.source),
    timeStep: run.timeStep === null ? null : number(run.timeStep, 'run.timeStep'),
    frictionModel: word('frictionModel'),
    integrator: word('integrator'),
    ...(more !== undefined && { more: moreOf(more) }),
  };
}

/** Numbers and words are checked further by the world that takes them. */
function moreOf(value: unknown): WorldMore {
  const { coupling, sleep, accuracy, budget } = fields(value, 'run.more', ['coupling', 'sleep', 'accuracy', 'budget']);
  if (typeof sleep !== 'boolean') refuse('run.more.sleep', 'true or false', found(sleep));
  if (budget !== 'cheap' && budget !== 'full') refuse('run.more.budget', '"cheap" or "full"', found(budget));
  const share = (at: string) =>
    typeof accuracy === 'number'
      ? number(accuracy, at)
      : { joules: number(fields(accuracy, at, ['joules']).joules, `${at}.joules`) };
  return {
    coupling: coupling === null || coupling === 'table3' ? coupling : number(coupling, 'run.more.coupling'),
    sleep: sleep as boolean,
    budget: budget as 'cheap' | 'full',
    accuracy: accuracy === null ? null : share('run.more.accuracy'),
  };
}

function sourceOf(value: unknown): SceneSource {
  const at = 'run.source';
  const { kind } = plainObject(value, at);
  if (kind === 'catalogue') {
    const source = fields(value, at, ['kind', 'name', 'parameters']);
    return { kind, name: name(source.name, `${at}.name`), parameters: values(source.parameters, `${at}.parameters`) };
  }
  if (kind !== 'file') refuse(`${at}.kind`, '"catalogue" or "file"', found(kind));
  const { title, text } = fields(value, at, ['kind', 'title', 'text']);
  if (typeof text !== 'string') refuse(`${at}.text`, 'a text', found(text));
  expectShallow(text as string);
  return { kind: 'file', title: name(title, `${at}.title`), text: text as string };
}

function viewOf(value: unknown): MomentView {
  const { iterate, contact, body, camera, side, tab, longest } = fields(
    value,
    'view',
    ['iterate', 'contact', 'body', 'camera'],
    ['side', 'tab', 'longest'], // older ones have none
  );
  if (side !== undefined && typeof side !== 'boolean') refuse('view.side', 'true or false', found(side));
  if (longest !== undefined && !(number(longest, 'view.longest') > 0))
    refuse('view.longest', 'a force > 0 in N', found(longest));
  const place = camera === null ? null : fields(camera, 'view.camera', ['position', 'target']);
  return {
    iterate: iterate === null ? null : integer(iterate, 'view.iterate', 0, 1e6),
    contact:
      contact === null
        ? null
        : (list(contact, 'view.contact', 3, 3).map((one, k) =>
            integer(one, `view.contact[${k}]`, -(2 ** 31), 2 ** 31),
          ) as [number, number, number]),
    body: body === null ? null : name(body, 'view.body'),
    camera: place && {
      position: vector(place.position, 'view.camera.position'),
      target: vector(place.target, 'view.camera.target'),
    },
    ...(side !== undefined && { side: side as boolean }),
    ...(tab !== undefined && { tab: name(tab, 'view.tab') }),
    ...(longest !== undefined && { longest: longest as number }),
  };
}

function refuse(at: string, expected: string, was: string): never {
  throw new ContractError(`moment${at && `: ${at}`}: expected ${expected}, found ${was}`);
}

function plainObject(value: unknown, at: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(at, 'an object', found(value));
  return value as Record<string, unknown>;
}

/** Exactly these keys, and perhaps some more. */
function fields<K extends string, M extends string = never>(
  value: unknown,
  at: string,
  keys: readonly K[],
  more: readonly M[] = [],
): Record<K | M, unknown> {
  const object = plainObject(value, at);
  const inside = at === '' ? '' : `${at}.`;
  for (const key of keys) if (!Object.hasOwn(object, key)) refuse(`${inside}${key}`, 'a value', 'none');
  for (const key of Object.keys(object))
    if (!([...keys, ...more] as readonly string[]).includes(key)) refuse(at, [...keys, ...more].join(', '), found(key));
  return object as Record<K | M, unknown>;
}

function list(value: unknown, at: string, least: number, most: number): readonly unknown[] {
  if (!Array.isArray(value)) refuse(at, 'a list', found(value));
  const { length } = value as unknown[];
  if (length < least || length > most)
    refuse(at, least === most ? `${least} entries` : `${least} to ${most} entries`, `${length}`);
  return value as unknown[];
}

function integer(value: unknown, at: string, least: number, most: number): number {
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most)
    refuse(at, least === most ? `${least}` : `an integer from ${least} to ${most}`, found(value));
  return value as number;
}

function number(value: unknown, at: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) refuse(at, 'a finite number', found(value));
  return value as number;
}

function name(value: unknown, at: string): string {
  if (typeof value !== 'string' || value.length > MOST_LETTERS)
    refuse(at, `a text of at most ${MOST_LETTERS} letters`, found(value));
  return value as string;
}

function vector(value: unknown, at: string): [number, number, number] {
  return list(value, at, 3, 3).map((one, k) => number(one, `${at}[${k}]`)) as [number, number, number];
}

/** Numbers and words by name; their meaning is checked by the scene or the solver that takes them. */
function values(value: unknown, at: string): Record<string, number | string> {
  const object = plainObject(value, at);
  const pairs = Object.entries(object).map(([key, one]) => {
    const here = `${at}.${name(key, at)}`;
    return [key, typeof one === 'string' ? name(one, here) : number(one, here)] as const;
  });
  return Object.fromEntries(pairs);
}

/** Levels are counted before anything is built from them. */
function expectShallow(text: string): void {
  let [depth, quoted] = [0, false];
  for (let k = 0; k < text.length; k++) {
    const letter = text.charCodeAt(k);
    if (quoted) {
      if (letter === BACKSLASH) k++;
      else if (letter === QUOTE) quoted = false;
    } else if (letter === QUOTE) quoted = true;
    else if (letter === OPEN_BRACE || letter === OPEN_BRACKET) {
      if (++depth > DEEPEST) refuse('', `at most ${DEEPEST} levels`, 'more');
    } else if (letter === OPEN_BRACE + 2 || letter === OPEN_BRACKET + 2) depth--;
  }
}
const [QUOTE, BACKSLASH, OPEN_BRACE, OPEN_BRACKET] = ['"', '\\', '{', '['].map((letter) => letter.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
];
