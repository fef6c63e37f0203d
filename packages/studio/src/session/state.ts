/** The state of the page. Figures of steps, and buffers of frames, are kept beside it: they change too often. */
import type { ErrorCurves, Tried, Why } from '../answers.ts';
import type {
  BranchInfo,
  Catalogue,
  FrameBranch,
  HistoryMemory,
  Inspection,
  ProblemInfo,
  RunSpec,
  SceneInfo,
  Setup,
  SolverDot,
  StopCondition,
} from '../protocol.ts';
import type { ColourBy } from '../view/bodies.ts';
import type { MarkSwitches } from '../view/marks.ts';
import type { Busy, DatasetShown } from './files.ts';

export type Selection =
  | { readonly kind: 'contact'; readonly id: number }
  | { readonly kind: 'body'; readonly name: string };
export type Tab = 'error' | 'inside' | 'distance' | 'energy' | 'times' | 'events' | 'branches';
export type Dialog = 'help' | 'palette' | 'solvers' | 'problem' | 'stops' | 'share' | 'dataset' | 'save';

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

/** What a moment that was opened said of its state, and whether it is so. */
export interface Claim {
  readonly step: number;
  readonly hash: string;
  /** null: it said nothing. */
  readonly same: boolean | null;
  readonly sentence: string;
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
  /** Of the largest problem of a step that was looked at. */
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
  readonly inspection: Inspection | null;
  /** Place among the iterates of the inspection. */
  readonly iterate: number;
  /** ROW_NUMBERS per row of that iterate; null until it came. */
  readonly rowNumbers: Float64Array | null;
  readonly ghostScale: number;
  readonly dots: Dots | null;
  readonly problem: ProblemInfo | null;
  /** Of the energy error of a step, J: the line in the plot. */
  readonly tolerance: number;
  /** The line was moved: what it costs is worth finding out. */
  readonly dialled: boolean;
  readonly curves: ErrorCurves | null;
  readonly tried: Tried | null;
  readonly why: Why | null;
  readonly cure: Cure | null;
  /** The dataset that is open; null: none. */
  readonly dataset: DatasetShown | null;
  /** What takes a while and can be cancelled; null: nothing. */
  readonly busy: Busy | null;
  readonly conditions: readonly StopCondition[];
  /** Of the moment that was opened; null if none was. */
  readonly claim: Claim | null;
  /** Steps of a moment that is being run again. */
  readonly reopening: { readonly done: number; readonly total: number } | null;
  /** Only the view and the strip: inside another page. */
  readonly embedded: boolean;
  readonly tab: Tab;
  readonly dialog: Dialog | null;
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
  /** Of the panels, px. */
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
    ...{ timeStep: null, frictionModel: null, integrator: null },
  },
  setup: FIRST_SETUP,
  ...{
    catalogue: null,
    scene: null,
    models: [],
    problemRows: 0,
    branches: [],
    memory: null,
    shown: [],
    playing: false,
    speed: 1,
  },
  ...{
    selection: null,
    followed: null,
    inspection: null,
    iterate: 0,
    rowNumbers: null,
    ghostScale: 1,
    dots: null,
    problem: null,
    dataset: null,
    busy: null,
    conditions: [],
    claim: null,
    reopening: null,
    embedded: false,
  },
  ...{ tolerance: 1e-6, dialled: false, curves: null, tried: null, why: null, cure: null },
  ...{ tab: 'error', dialog: null, notices: [], colourBy: 'joules' },
  arrows: { normal: true, friction: true, discs: true, log: false },
  marks: { joints: false, normals: false, centres: false, sleeping: false, through: true },
  ...{ theme: 'system', dark: false, figures: 0, frames: 0, viewless: null, side: false, stay: null },
  ...{ left: true, right: true, strip: true, sizes: FIRST_SIZES },
};

/** But for the steps that were taken since. */
export function sameTree(p: State['branches'], q: State['branches']): boolean {
  const tree = (list: State['branches']) => JSON.stringify(list.map(({ head: _, ...rest }) => rest));
  return p.length === q.length && tree(p) === tree(q);
}

const MOST_NOTICES = 4;

/** One more, the oldest gone; a sentence stands once. */
export function withNotice(notices: State['notices'], kind: Notice['kind'], text: string): Notice[] {
  const id = 1 + Math.max(0, ...notices.map((notice) => notice.id));
  const kept = notices.filter((one) => one.text !== text).slice(1 - MOST_NOTICES);
  return [...kept, { id, kind, text }];
}

/** As a sentence of its own. */
export const stopText = (sentence: string): string =>
  `Paused. ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`.replace('..', '.');
