/** Runs and scenes as files: a branch is run once more from its start, beside the one that is shown, and recorded. */
import { ContractError, VERSION } from '@signorini/engine';
import { sceneOf as documentOf, sceneValues } from '@signorini/engine/scenes';
import {
  type MemoryTarget,
  memoryTarget,
  type RunSource,
  RunWriter,
  recordedBodies,
  recordedStep,
  velocitiesOf,
} from '@signorini/lab/files';
import type { BranchEvent, RunSpec, Setup } from '../../protocol.ts';
import { Branch } from '../run/branch.ts';
import { Keyframes } from '../run/keyframes.ts';
import { makeWorld } from '../run/make-world.ts';
import { sceneOf } from '../run/scene-library.ts';
import type { WorkerHost } from '../worker-host.ts';

const KEYFRAME_EVERY = 100; // steps
const WORK = 30; // ms of stepping before messages get a turn

interface SaveRequest {
  readonly name: string;
  readonly spec: RunSpec;
  /** From its start on, those of its parents included. */
  readonly events: readonly BranchEvent[];
  readonly steps: number;
  /** Bytes. */
  readonly most: number;
}

export class RunSaving {
  private readonly request: SaveRequest;
  private readonly host: WorkerHost;
  private readonly branch: Branch;
  private readonly target: MemoryTarget;
  private readonly writer: RunWriter;
  private next = 1; // event; the first is how it starts
  private cancelled = false;

  constructor(request: SaveRequest, host: WorkerHost) {
    this.request = request;
    this.host = host;
    const keyframes = new Keyframes(1e6);
    const made = { id: -1, name: null, spec: request.spec, keyframes };
    this.branch = new Branch(made, firstSetup(request.events));
    this.target = memoryTarget(request.most, () => {
      throw new ContractError(`the file is above ${Math.round(request.most / 1e6)} MB: save fewer steps`);
    });
    this.writer = new RunWriter(this.target);
    void this.go();
  }

  cancel(): void {
    this.cancelled = true;
  }

  private async go(): Promise<void> {
    const { writer, branch, request, host } = this;
    try {
      const world = branch.shown;
      await writer.begin(recordedBodies(world), { pose: world.poses(), velocity: velocitiesOf(world) });
      await writer.addKeyframe(world.snapshot());
      let ended = false;
      while (!ended && branch.at < request.steps) {
        if (this.cancelled) return;
        const start = host.clock();
        while (!ended && branch.at < request.steps && host.clock() - start < WORK) ended = !(await this.step());
        host.reply({ type: 'saving', done: branch.at, total: request.steps });
        await new Promise<void>((resolve) => host.later(resolve, 0));
      }
      const provenance = { ...this.source(), hash: branch.shown.hash(), failure: branch.ended?.sentence ?? null };
      await writer.close(provenance, null);
      const content = this.target.bytes.slice(); // a view alone would be sent with all of its buffer
      host.reply({ type: 'saved', name: `${request.name}.h5`, content });
    } catch (error) {
      host.reply({ type: 'failed', sentence: (error as Error).message, during: 'saveRun' });
    } finally {
      writer.abandon();
      branch.release();
    }
  }

  private async step(): Promise<boolean> {
    const { branch, request, writer } = this;
    const { events } = request;
    for (; events[this.next]?.step === branch.at + 1; this.next++) branch.addEvent(events[this.next]!);
    if (!branch.advance()) return false;
    await writer.addStep(recordedStep(branch.shown, branch.lastReport!));
    if (branch.at % KEYFRAME_EVERY === 0) await writer.addKeyframe(branch.shown.snapshot());
    return true;
  }

  private source(): RunSource {
    const { spec, events, steps } = this.request;
    const { source, frictionModel, integrator, more } = spec;
    const scene = sceneOf(source);
    const { solver, options, warmStart } = firstSetup(events);
    const later = events.slice(1).filter(({ step }) => step <= steps);
    return {
      scene: source.kind === 'catalogue' ? source.name : source.title,
      parameters: source.kind === 'catalogue' ? sceneValues(scene, source.parameters) : {},
      ...(source.kind === 'file' && { sceneFile: JSON.parse(source.text) }),
      steps,
      timeStep: this.branch.shown.timeStep,
      solver,
      options,
      warmStart,
      coupling: more?.coupling ?? null,
      sleep: more?.sleep ?? false,
      accuracy: more?.accuracy ?? null,
      budget: more?.budget ?? 'cheap',
      keyframeEvery: KEYFRAME_EVERY,
      engine: VERSION,
      ...(frictionModel !== null && { frictionModel }),
      ...(integrator !== null && { integrator }),
      ...(later.length > 0 && { events: later }),
      command: 'signorini studio',
    };
  }
}

function firstSetup([first]: readonly BranchEvent[]): Setup {
  if (first?.kind !== 'setup') throw new ContractError('expected a branch that begins with a solver');
  return first.setup;
}

/** The scene as it starts, as a scene file. @throws ContractError for what no file can hold */
export function sceneText(spec: RunSpec, setup: Setup): string {
  if (spec.source.kind === 'file') return spec.source.text;
  const world = makeWorld(spec, setup);
  try {
    return `${JSON.stringify(documentOf(world), null, 1)}\n`;
  } finally {
    world.release();
  }
}
