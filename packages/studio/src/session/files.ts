/** The way to files: what opens and saves them is loaded when it is first wanted, so that the first load stays small. */
import type { ProblemEntry } from '../file-protocol.ts';
import type { StageHandle } from '../files/picture.ts';
import type { Reply, Request } from '../protocol.ts';
import type { Port } from './engine-port.ts';
import type { FileDesk } from './file-desk.ts';
import type { Session } from './session.ts';

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

/** What the worker of the run says of files. */
export type FileNews = Extract<Reply, { type: 'recorded' | 'saving' | 'saved' }>;

export class Files {
  /** The view, for pictures of it; null: there is none. */
  stage: StageHandle | null = null;
  /** A person wants what is under way to end. */
  cancelled = false;
  /** What became of the last recorded run that was compared; null: none, or it is under way. */
  verdict: { readonly same: boolean; readonly sentence: string } | null = null;
  private readonly load: () => Promise<FileDesk>;
  private readonly session: Session;
  private readonly ask: (request: Request) => void;
  private desk: FileDesk | undefined;

  /** @param make the worker that reads files; undefined: this page opens none @param ask the worker of the run */
  constructor(make: (() => Port) | undefined, session: Session, ask: (request: Request) => void) {
    this.session = session;
    this.ask = ask;
    this.load = async () => {
      const { FileDesk } = await import('./file-desk.ts');
      this.desk ??= new FileDesk(make, session, ask);
      return this.desk;
    };
  }

  open(file: File): void {
    this.at((desk) => desk.open(file));
  }

  /** Opens one of the dataset, from 0. */
  problem(place: number): void {
    this.at((desk) => desk.problem(place));
  }

  saveScene(): void {
    this.at((desk) => desk.saveScene());
  }

  /** The branch that is shown, up to a step, as a recorded run. @param most bytes */
  saveRun(steps: number, most: number): void {
    this.at((desk) => desk.saveRun(steps, most));
  }

  cancel(): void {
    this.cancelled = true;
    this.ask({ type: 'cancel' });
    this.session.store.set({ busy: null });
  }

  /** Videos and pictures. */
  tools() {
    return import('../files/tools.ts');
  }

  hear(news: FileNews): void {
    this.desk?.hear(news);
  }

  private at(act: (desk: FileDesk) => void): void {
    this.load().then(act, () =>
      this.session.say('A part of the studio could not be loaded. Is its server still there?', 'error'),
    );
  }
}
