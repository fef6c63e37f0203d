/** Runs from files and into files: a recorded run once more, a branch as a recorded run, a scene as a scene file. */
import { ContractError } from '@signorini/engine';
import type { RecordedInfo } from '../file-protocol.ts';
import type { BranchInfo, Request, RunSpec, Setup } from '../protocol.ts';
import type { Branch } from './branch.ts';
import { pathEvents } from './path-events.ts';
import { Rerun } from './rerun.ts';
import { RunSaving, sceneText } from './save-run.ts';
import type { Surroundings } from './studio.ts';

/** What it needs of the studio. */
export interface RunHolder {
  open(spec: RunSpec, setup: Setup): void;
  spec(): RunSpec;
  /** False: from a state of a program, which the scene does not hold. */
  started(): boolean;
  main(): Branch;
  branch(id: number): Branch;
  /** Shows where the first branch is; if it is not the last, only if the page keeps up. */
  show(last: boolean): void;
}

/** Requests that leave a recorded run running that is being compared. */
const BESIDE: ReadonlySet<Request['type']> = new Set(['release', 'ping', 'stops', 'pick', 'rename', 'cancel']);

export class RunFiles {
  private readonly around: Surroundings;
  private readonly run: RunHolder;
  private running: Rerun | undefined;
  private saving: RunSaving | undefined;

  constructor(around: Surroundings, run: RunHolder) {
    this.around = around;
    this.run = run;
  }

  /** Before every request: a person who does something else ends the comparison. */
  before(type: Request['type']): void {
    if (!this.running || BESIDE.has(type)) return;
    this.running.stop();
    this.running = undefined;
  }

  rerun(recorded: RecordedInfo): void {
    this.run.open(recorded.spec, recorded.setup);
    this.running = new Rerun(recorded, {
      ...this.around,
      branch: this.run.main(),
      show: (last) => this.run.show(last),
    });
  }

  saveRun({ branch, steps, most }: Extract<Request, { type: 'saveRun' }>): void {
    if (!this.run.started())
      throw new ContractError(
        'this run starts from a state and not from its scene: a recorded run has no place for that',
      );
    this.saving?.cancel();
    const path = this.path(this.run.branch(branch));
    const name = fileName(`${this.title}-${path.at(-1)!.name}`);
    const request = { name, spec: this.run.spec(), events: pathEvents(path), steps, most };
    this.saving = new RunSaving(request, this.around);
  }

  saveScene(): void {
    const content = sceneText(this.run.spec(), this.run.main().info().setup);
    this.around.reply({ type: 'saved', name: `${fileName(this.title)}.scene.json`, content }, []);
  }

  cancel(): void {
    this.saving?.cancel();
  }

  /** The branches that led to one, the first first. */
  private path(branch: Branch): BranchInfo[] {
    const before = branch.parent === null ? [] : this.path(this.run.branch(branch.parent));
    return [...before, branch.info()];
  }

  private get title(): string {
    const { source } = this.run.spec();
    return source.kind === 'catalogue' ? source.name : source.title;
  }
}

const fileName = (text: string): string => text.replace(/[^\w.-]+/g, '-').slice(0, 80);
