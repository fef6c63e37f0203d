/** Checks a recorded run's description of itself: files come from anywhere. */
import { ContractError } from '@signorini/engine';
import { readShape } from '@signorini/engine/collision';
import { FileError } from '../file-error.ts';
import type { RecordedBody, RunProvenance } from './recorded-run.ts';

type Fields = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isValues = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'number' || typeof one === 'string');

const isPoint = (value: unknown): boolean => Array.isArray(value) && value.length === 3 && value.every(Number.isFinite);
const isSetup = (value: unknown): boolean =>
  isRecord(value) && isText(value.solver) && isValues(value.options) && isFlag(value.warmStart);
const isPull = (value: unknown): boolean =>
  value === null ||
  (isRecord(value) &&
    isText(value.body) &&
    isPoint(value.at) &&
    isPoint(value.to) &&
    typeof value.limit === 'number' &&
    value.limit >= 0);
const isEvents = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (event: unknown, k) =>
      isRecord(event) &&
      isCount(event.step) &&
      (event.step as number) >= (k === 0 ? 1 : (value[k - 1] as { step: number }).step) &&
      (event.kind === 'setup' ? isSetup(event.setup) : event.kind === 'pull' && isPull(event.pull)),
  );

const PROVENANCE: Readonly<Record<string, readonly [string, (value: unknown) => boolean]>> = {
  scene: ['a text', isText],
  parameters: ['numbers and texts', isValues],
  steps: ['a number of steps', isCount],
  timeStep: ['seconds above 0', (value) => typeof value === 'number' && value > 0 && value < Infinity],
  solver: ['a text', isText],
  options: ['numbers and texts', isValues],
  coupling: ['a number, table3 or null', (value) => value === null || value === 'table3' || isCount(value)],
  warmStart: ['true or false', isFlag],
  sleep: ['true or false', isFlag],
  accuracy: ['a share, joules or null', (value) => value === null || typeof value === 'number' || isValues(value)],
  budget: ['cheap or full', (value) => value === 'cheap' || value === 'full'],
  frictionModel: ['a text', (value) => value === undefined || isText(value)],
  friction: ['a list of texts', (value) => value === undefined || (Array.isArray(value) && value.every(isText))],
  integrator: ['a text', (value) => value === undefined || isText(value)],
  events: ['a list of events in order', (value) => value === undefined || isEvents(value)],
  keyframeEvery: ['a number of steps', (value) => isCount(value) && value !== 0],
  engine: ['a text', isText],
  command: ['a text', isText],
  hash: ['a text or null', (value) => value === null || isText(value)],
  failure: ['a text or null', (value) => value === null || isText(value)],
};

/** @throws FileError */
export function expectProvenance(path: string, given: unknown): RunProvenance {
  if (!isRecord(given)) throw new FileError(path, 'provenance: expected an object, found something else');
  for (const [key, [what, fits]] of Object.entries(PROVENANCE))
    if (!fits(given[key])) throw new FileError(path, `provenance.${key}: expected ${what}, found ${shown(given[key])}`);
  return given as unknown as RunProvenance;
}

/** @throws FileError */
export function expectBodies(path: string, given: unknown): readonly RecordedBody[] {
  if (!Array.isArray(given) || given.length === 0)
    throw new FileError(path, 'bodies: expected a list of bodies, found something else');
  given.forEach((body: unknown, k) => {
    const fits =
      isRecord(body) &&
      isText(body.name) &&
      isText(body.motion) &&
      typeof body.mass === 'number' &&
      Array.isArray(body.shapeOrigin) &&
      body.shapeOrigin.length === 3 &&
      body.shapeOrigin.every(Number.isFinite);
    if (!fits) throw new FileError(path, `bodies[${k}]: expected name, motion, mass and shape, found ${shown(body)}`);
    if (body.shape === null) return;
    try {
      readShape(body.shape, `bodies[${k}]`);
    } catch (error) {
      if (!(error instanceof ContractError)) throw error;
      throw new FileError(path, error.message);
    }
  });
  return given as readonly RecordedBody[];
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
