/** Code that the first picture does without, loaded when a request first needs it: the first load stays below 400 kB. */
import type { Request, SceneSource } from '../protocol.ts';
import { FIRST_SCENE, isBuiltIn } from './run/scene-library.ts';

type Library = typeof import('./on-demand.ts');
let loaded: Library | undefined;

const ON_DEMAND: ReadonlySet<Request['type']> = new Set([
  'ask',
  'openProblem',
  'openMoment',
  'openRecorded',
  'saveRun',
  'saveScene',
  'marks',
  'perturbed',
  'stops',
] as const);

const isFirst = (source: SceneSource): boolean => source.kind === 'catalogue' && source.name === FIRST_SCENE;

/** True if the request can be handled only after `loadLibrary`. */
export function needsLibrary(request: Request): boolean {
  if (loaded) return false;
  if (ON_DEMAND.has(request.type) || ('setup' in request && !isBuiltIn(request.setup.solver))) return true;
  return request.type === 'open' && !isFirst(request.spec.source);
}

export async function loadLibrary(): Promise<void> {
  loaded ??= await import('./on-demand.ts');
}

export function library(): Library {
  if (!loaded) throw new Error('expected loadLibrary() before this request');
  return loaded;
}
