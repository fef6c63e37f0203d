/**
 * Code that the first picture does without: most scenes and solvers, scene files, problem files and the inside of a step. It is loaded when a
 * request first needs it, which keeps the first load below 400 kB.
 */
import type { Request, SceneSource } from '../protocol.ts';

type Library = typeof import('./on-demand.ts');
let loaded: Library | undefined;

/** The scene that a page begins with. */
export const FIRST_SCENE = 'brick-wall';
export const FIRST_SOLVER = 'auto';
/** Solvers that every world brings along, by name. */
const BUILT_IN = ['admm', 'auto', 'bpp', 'newton-cone', 'newton-coupled', 'nncg', 'pgs', 'psor'] as const;
export type BuiltIn = (typeof BUILT_IN)[number];
export const isBuiltIn = (solver: string): solver is BuiltIn => (BUILT_IN as readonly string[]).includes(solver);

const LOOKS_INSIDE: ReadonlySet<Request['type']> = new Set([
  ...[
    'inspect',
    'iterate',
    'problem',
    'openProblem',
    'openMoment',
    'moment',
    'answer',
    'marks',
    'curves',
    'why',
    'twin',
  ],
  ...['openRecorded', 'saveRun', 'saveScene', 'stops', 'find'],
] as const);

const isFirst = (source: SceneSource): boolean => source.kind === 'catalogue' && source.name === FIRST_SCENE;

/** Whether the request can be handled only after `loadLibrary`. */
export function needsLibrary(request: Request): boolean {
  if (loaded) return false;
  if (LOOKS_INSIDE.has(request.type) || ('setup' in request && !isBuiltIn(request.setup.solver))) return true;
  return request.type === 'open' && !isFirst(request.spec.source);
}

export async function loadLibrary(): Promise<void> {
  loaded ??= await import('./on-demand.ts');
}

export function library(): Library {
  if (!loaded) throw new Error('expected loadLibrary() before this request');
  return loaded;
}
