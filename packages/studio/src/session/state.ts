/** The state of the page. Figures of steps, and buffers of frames, are kept beside it: they change too often. */
import type { ProblemEntry } from '../file-protocol.ts';

import type {
  BranchInfo,
  Catalogue,
  FrameBranch,
  HistoryMemory,
  RunSpec,
  SceneInfo,
  Setup,
  SolverDot,
} from '../protocol.ts';
import type { Answers, QuestionName, StopCondition } from '../questions.ts';
import type { ColourBy } from '../view/body-meshes.ts';
import type { MarkSwitches } from '../view/marks.ts';

export type Selection =
  | { readonly kind: 'contact'; readonly id: number }
  | { readonly kind: 'body'; readonly name: string };
export const TABS = ['error', 'inside', 'distance', 'energy', 'times', 'events', 'branches'] as const;
export type Tab = (typeof TABS)[number];

export interface Notice {
  readonly id: number;
  readonly kind: 'note' | 'error';
  readonly text: string;
}

export interface Dots {
  readonly branch: number;
  readonly step: number;
  readonly list: readonly SolverDot[];
  readonly done: number;
  readonly total: number;
  readonly running: boolean;
}

/** A fork that is to mend a step: both branches are compared from that step on. */
export interface Cure {
  readonly branch: number;
  readonly step: number;
  /** Largest number of a branch before the fork. */
  readonly known: number;
}

/** The hash that an opened moment states, compared with that of the state. */
export interface Claim {
  readonly step: number;
  readonly hash: string;
  /** null: it said nothing. */
  readonly same: boolean | null;
  readonly sentence: string;
}

/** The problems of a dataset, as far as they were read. */
export interface DatasetShown {
  readonly title: string;
  readonly count: number;
  readonly entries: readonly ProblemEntry[];
}

/** Work that is under way: what, and how much of it. */
export interface Busy {
  readonly what: string;
  readonly done: number;
  readonly total: number;
}

/** A frame without its buffers. */
export type ShownBranch = Omit<FrameBranch, 'buffer' | 'bodiesOf'>;

export interface State {
  readonly spec: RunSpec;
  /** How the next step of the first branch that is shown is solved. */
  readonly setup: Setup;
  /** null in tests. */
  readonly catalogue: Catalogue | null;
  readonly scene: SceneInfo | null;
  /** Friction models of its contacts, as far as they were seen. */
  readonly models: readonly string[];
  /** Rows of the largest problem of the step. */
  readonly problemRows: number;
  readonly branches: readonly BranchInfo[];
  readonly memory: HistoryMemory | null;
  /** The first is the one that changes apply to. */
  readonly shown: readonly ShownBranch[];
  readonly playing: boolean;
  readonly speed: number;
  readonly selection: Selection | null;
  /** The body that the camera moves along with. */
  readonly followed: string | null;
  /** The last answers of the worker to questions about steps. */
  readonly answers: Answers;
  /** Place among the iterates of the inspection. */
  readonly iterate: number;
  readonly ghostScale: number;
  readonly dots: Dots | null;
  /** Tolerance of a step's energy error, J: the line in the plot. */
  readonly tolerance: number;
  /** The line was moved: what it costs is worth finding out. */
  readonly toleranceMoved: boolean;
  readonly cure: Cure | null;
  /** The dataset that is open; null: none. */
  readonly dataset: DatasetShown | null;
  /** Work that takes a while and can be cancelled; null: none. */
  readonly busy: Busy | null;
  readonly conditions: readonly StopCondition[];
  /** null if no moment was opened. */
  readonly claim: Claim | null;
  /** Steps of a moment that is being run again. */
  readonly reopening: { readonly done: number; readonly total: number } | null;
  /** Only the view and the strip: inside another page. */
  readonly embedded: boolean;
  readonly tab: Tab;
  /** 'help', 'palette' or a name in the table of panels. */
  readonly dialog: string | null;
  readonly notices: readonly Notice[];
  readonly colourBy: ColourBy;
  readonly arrows: {
    readonly normal: boolean;
    readonly friction: boolean;
    readonly discs: boolean;
    readonly log: boolean;
  };
  readonly marks: MarkSwitches;
  /** Branches that are shown together stand side by side, not over each other. */
  readonly side: boolean;
  readonly theme: 'system' | 'light' | 'dark';
  readonly dark: boolean;
  /** Grows with every figure that arrives. */
  readonly figures: number;
  /** Grows with every frame. */
  readonly frames: number;
  /** Why there is no 3-D view; null if there is one. */
  readonly viewless: string | null;
  readonly left: boolean;
  readonly right: boolean;
  readonly strip: boolean;
  /** Sizes of the panels, px. */
  readonly sizes: PanelSizes;
  /** Steps that the plots keep; null: they follow the run. */
  readonly stay: readonly [number, number] | null;
}

export interface PanelSizes {
  readonly left: number;
  readonly right: number;
  readonly strip: number;
}
export const FIRST_SIZES: PanelSizes = { left: 252, right: 288, strip: 228 };

export const FIRST_SETUP: Setup = { solver: 'auto', options: {}, warmStart: true };

export const FIRST: State = {
  spec: {
    source: { kind: 'catalogue', name: 'brick-wall', parameters: {} },
    timeStep: null,
    frictionModel: null,
    integrator: null,
  },
  setup: FIRST_SETUP,
  catalogue: null,
  scene: null,
  models: [],
  problemRows: 0,
  branches: [],
  memory: null,
  shown: [],
  playing: false,
  speed: 1,
  selection: null,
  followed: null,
  answers: {},
  iterate: 0,
  ghostScale: 1,
  dots: null,
  dataset: null,
  busy: null,
  conditions: [],
  claim: null,
  reopening: null,
  embedded: false,
  tolerance: 1e-6,
  toleranceMoved: false,
  cure: null,
  tab: 'error',
  dialog: null,
  notices: [],
  colourBy: 'joules',
  arrows: { normal: true, friction: true, discs: true, log: false },
  marks: { joints: false, normals: false, centres: false, sleeping: false, through: true },
  theme: 'system',
  dark: false,
  figures: 0,
  frames: 0,
  viewless: null,
  side: false,
  stay: null,
  left: true,
  right: true,
  strip: true,
  sizes: FIRST_SIZES,
};

/** True if the branches are equal but for their last steps. */
export function sameTree(p: State['branches'], q: State['branches']): boolean {
  const tree = (list: State['branches']) => JSON.stringify(list.map(({ head: _, ...rest }) => rest));
  return p.length === q.length && tree(p) === tree(q);
}

export function without(answers: Answers, ...names: QuestionName[]): Answers {
  const rest: { -readonly [K in QuestionName]?: Answers[K] } = { ...answers };
  for (const name of names) delete rest[name];
  return rest;
}

/** A problem file is looked at: it has no run. */
export const isProblemFile = ({ answers }: State): boolean => (answers.problem?.branch ?? 0) < 0;

/** ROW_NUMBERS per row of the iterate that is looked at; undefined until they came. */
export function rowNumbersOf({ answers: { inspection, iterate } }: State): Float64Array | undefined {
  return iterate?.branch === inspection?.branch && iterate?.step === inspection?.step ? iterate?.rows : undefined;
}

const MOST_NOTICES = 4;

/** One more, the oldest gone; a sentence stands once. */
export function withNotice(notices: State['notices'], kind: Notice['kind'], text: string): Notice[] {
  const id = 1 + Math.max(0, ...notices.map((notice) => notice.id));
  const kept = notices.filter((one) => one.text !== text).slice(1 - MOST_NOTICES);
  return [...kept, { id, kind, text }];
}

/** The reason of a stop as a sentence of its own. */
export const stopText = (sentence: string): string =>
  `Paused. ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`.replace('..', '.');
