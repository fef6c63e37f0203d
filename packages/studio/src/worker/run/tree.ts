/** The branches of one run, those that are shown, and the one step at which all of them are. */
import { ContractError, type Snapshot } from '@signorini/engine';
import type { BranchInfo } from '../../protocol.ts';
import type { Shown } from '../shown/frame.ts';
import type { Branch } from './branch.ts';

const MOST_SHOWN = 4;

export class Tree {
  private readonly branches = new Map<number, Branch>();
  private ids: number[] = []; // of those that are shown
  private known = new Map<number, number>(); // last steps of branches when playing began
  /** The step that is shown. */
  step = 0;
  /** The step that the run starts from. */
  first = 0;

  clear(): void {
    for (const branch of this.branches.values()) branch.release();
    this.branches.clear();
    this.ids = [];
  }

  /** Another run; the first branch is shown at its start. */
  begin(branches: readonly Branch[]): void {
    this.clear();
    for (const branch of branches) this.branches.set(branch.id, branch);
    this.ids = [branches[0]!.id];
    this.first = branches[0]!.start;
    this.step = this.first;
  }

  get empty(): boolean {
    return this.ids.length === 0;
  }

  /** Ids; changes apply to the first. */
  get shown(): readonly number[] {
    return this.ids;
  }

  list(): Branch[] {
    return [...this.branches.values()];
  }

  infos(): BranchInfo[] {
    return this.list().map((branch) => branch.info());
  }

  branch(id: number): Branch {
    const branch = this.branches.get(id);
    if (!branch) throw new ContractError(`no branch has the number ${id}`);
    return branch;
  }

  /** The branch that changes apply to: the first that is shown. */
  main(): Branch {
    const [first] = this.ids;
    if (first === undefined) throw new ContractError('a problem file has no run: choose a scene first');
    return this.branch(first);
  }

  visible(): Branch[] {
    return this.ids.map((id) => this.branch(id));
  }

  show(ids: readonly number[]): void {
    this.ids = [...new Set(ids)].filter((id) => this.branches.has(id)).slice(0, MOST_SHOWN);
    this.align();
  }

  /** A branch more, shown before the others. */
  add(branch: Branch): void {
    this.branches.set(branch.id, branch);
    this.show([branch.id, ...this.ids]);
  }

  remove(id: number): void {
    if (this.branches.size === 1) throw new ContractError('the last branch stays: open another scene to begin anew');
    for (const other of this.branches.values())
      if (other.parent === id) throw new ContractError(`${other.name} starts from this branch: remove it first`);
    this.branch(id).release();
    this.branches.delete(id);
    const rest = this.ids.filter((one) => one !== id);
    this.show(rest.length > 0 ? rest : [[...this.branches.keys()].at(-1)!]);
  }

  /** The branch that took a step: before its start, and at it, the one that it comes from. */
  holder(branch: Branch, step = this.step): Branch {
    let holder = branch;
    while (holder.parent !== null && step <= holder.start) holder = this.branch(holder.parent);
    return holder;
  }

  /** Everything that is shown, as it stands at the present step. */
  present(): Shown[] {
    return this.visible().map((branch) => {
      const holder = this.holder(branch);
      const { at, shown, lastReport } = holder;
      return { id: branch.id, at, shown, lastReport, figures: (table) => holder.figures(table) };
    });
  }

  /** To a step, beyond the last of the branch if need be; returns the one that took it. */
  bring(branch: Branch, step: number): Branch {
    const holder = this.holder(branch, step);
    holder.show(step);
    while (holder.at < step && holder.advance()) {}
    return holder;
  }

  atEnd(branch: Branch): Branch {
    branch.show(branch.head);
    return branch;
  }

  /** One time for all that is shown: a step that the first has taken. */
  goTo(step: number): void {
    this.step = Math.min(Math.max(this.first, step), this.main().head);
    for (const branch of this.visible()) this.holder(branch).show(this.step);
  }

  /** Marks the present ends of all branches: later steps are new. */
  note(): void {
    this.known = new Map(this.list().map(({ id, head }) => [id, head]));
  }

  /** Forgets steps taken since `note` that lie after the present one: the page never drew them. Returns the branches. */
  cutUnseen(): number[] {
    const branches = this.visible().filter(
      ({ id, head }) => head > this.step && (this.known.get(id) ?? 0) <= this.step,
    );
    const bare = branches.filter(
      ({ id }) => !this.list().some(({ parent, start }) => parent === id && start > this.step),
    );
    return bare.filter((branch) => branch.cut(this.step)).map(({ id }) => id);
  }

  /** The state of a branch after a step; everything shown is at the present step again. */
  stateAt(branch: Branch, step: number): Snapshot {
    const holder = this.holder(branch, step);
    holder.show(step);
    const snapshot = holder.shown.snapshot();
    this.align();
    return snapshot;
  }

  /** All that is shown to the present step, which some may not have taken yet. */
  private align(): void {
    for (const branch of this.visible()) this.bring(branch, this.step);
    this.step = Math.min(this.step, this.holder(this.main()).at);
  }
}
