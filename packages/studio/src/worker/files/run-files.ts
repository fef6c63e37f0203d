/** Runs from files and into files: a recorded run once more, a branch as a recorded run, a scene as a scene file. */
import { ContractError } from '@signorini/engine';
import type { RecordedInfo } from '../../file-protocol.ts';
import type { BranchInfo, Request, RunSpec, Setup } from '../../protocol.ts';
import type { Branch } from '../run/branch.ts';
import { pathEvents } from '../run/path-events.ts';
import type { Tree } from '../run/tree.ts';
import type { WorkerHost } from '../worker-host.ts';
import { Rerun } from './rerun.ts';
import { RunSaving, sceneText } from './save-run.ts';

/** The parts of the studio that runs from and into files use. */
export interface RunHolder {
  open(spec: RunSpec, setup: Setup): void;
  /** Shows where the tree is; if it is not the last, only if the page keeps up. */
  show(last: boolean): void;
  /** `isScene` false: the run starts from a state of a program, which the scene does not hold. */
  origin(): { readonly spec: RunSpec; readonly isScene: boolean };
}

/** Requests that leave a recorded run running that is being compared. */
const BESIDE: ReadonlySet<Request['type']> = new Set(['release', 'ping', 'stops', 'pick', 'rename', 'cancel']);

export class RunFiles {
  private readonly host: WorkerHost;
  private readonly tree: Tree;
  private readonly run: RunHolder;
  private running: Rerun | undefined;
  private saving: RunSaving | undefined;

  constructor(host: WorkerHost, tree: Tree, run: RunHolder) {
    this.host = host;
    this.tree = tree;
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
    const branch = this.tree.main();
    const show = (last: boolean) => {
      this.tree.step = branch.at;
      this.run.show(last);
    };
    this.running = new Rerun(recorded, { ...this.host, branch, show });
  }

  saveRun({ branch, steps, most }: Extract<Request, { type: 'saveRun' }>): void {
    if (!this.run.origin().isScene)
      throw new ContractError(
        'this run starts from a state and not from its scene: a recorded run has no place for that',
      );
    this.saving?.cancel();
    const path = this.path(this.tree.branch(branch));
    const name = fileName(`${this.title}-${path.at(-1)!.name}`);
    const request = { name, spec: this.run.origin().spec, events: pathEvents(path), steps, most };
    this.saving = new RunSaving(request, this.host);
  }

  saveScene(): void {
    const content = sceneText(this.run.origin().spec, this.tree.main().info().setup);
    this.host.reply({ type: 'saved', name: `${fileName(this.title)}.scene.json`, content });
  }

  cancel(): void {
    this.saving?.cancel();
  }

  /** The branches that led to one, the first first. */
  private path(branch: Branch): BranchInfo[] {
    const before = branch.parent === null ? [] : this.path(this.tree.branch(branch.parent));
    return [...before, branch.info()];
  }

  private get title(): string {
    const { source } = this.run.origin().spec;
    return source.kind === 'catalogue' ? source.name : source.title;
  }
}

const fileName = (text: string): string => text.replace(/[^\w.-]+/g, '-').slice(0, 80);
