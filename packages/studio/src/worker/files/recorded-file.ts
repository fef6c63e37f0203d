/** A recorded run that is open: what makes it again, and hashes of its motion to compare with. */
import { type Hdf5File, type RunProvenance, runIn, stepDifference } from '@signorini/lab/files';
import type { RecordedInfo } from '../../file-protocol.ts';
import type { RunSpec } from '../../protocol.ts';
import { motionHash } from './motion-hash.ts';

export interface OpenRecord {
  readonly info: RecordedInfo;
  /** The first difference of a step, in a sentence; undefined if there is none. */
  difference(step: number, pose: Float64Array, velocity: Float64Array): string | undefined;
}

/** Steps that a page runs again: more take hours. */
const MOST_STEPS = 1e6;

/** The file stays open. @throws FileError */
export function recordIn(name: string, file: Hdf5File): OpenRecord {
  const run = runIn(name, file);
  const { provenance, length, bodies } = run;
  if (length > MOST_STEPS) throw new Error(`expected at most ${MOST_STEPS} steps, found ${length}`);
  const motionHashes = new Uint32Array(length);
  for (const { step, pose, velocity } of run.steps()) motionHashes[step - 1] = motionHash(pose, velocity);
  const { hash, failure, engine, solver, options, warmStart, events = [] } = provenance;
  return {
    info: {
      title: name.replace(/\.(h5|hdf5)$/i, ''),
      spec: specOf(provenance),
      setup: { solver, options, warmStart },
      events,
      steps: length,
      motionHashes,
      hash,
      failure,
      engine,
    },
    difference: (step, pose, velocity) => {
      const recorded = run.step(step);
      const known = { step, pose: recorded.pose, velocity: recorded.velocity };
      const names = bodies.map((body) => body.name);
      const found = stepDifference(known, { step, pose, velocity }, names);
      if (!found) return undefined;
      const { of, field, a, b, unit, ulps } = found;
      return `Step ${step}, ${of}: ${field} was ${a} ${unit}, is ${b} ${unit}${ulps === null ? '' : `, ${ulps} ulps apart`}.`;
    },
  };
}

function specOf(source: RunProvenance): RunSpec {
  const { scene, sceneFile, parameters, timeStep, frictionModel = null, integrator = null } = source;
  const { coupling, sleep, accuracy, budget } = source;
  const needed = coupling !== null || sleep || accuracy !== null || budget === 'full';
  return {
    source:
      sceneFile === undefined
        ? { kind: 'catalogue', name: scene, parameters }
        : { kind: 'file', title: scene, text: JSON.stringify(sceneFile) },
    timeStep,
    frictionModel,
    integrator,
    ...(needed && { more: { coupling, sleep, accuracy, budget } }),
  };
}
