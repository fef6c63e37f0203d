/** The way to files: what opens and saves them is loaded when it is first wanted, so that the first load stays small. */
import type { StageHandle } from '../files/picture.ts';
import type { Request } from '../protocol.ts';
import type { Port } from './engine-port.ts';
import type { FileHost } from './file-host.ts';
import type { FileNews, FileTransfer, FileVerdict } from './file-transfer.ts';

export class Files {
  /** The view, for pictures of it; null: there is none. */
  stage: StageHandle | null = null;
  /** A person wants what is under way to end. */
  cancelled = false;
  /** Result of the last comparison with a recorded run; null: none, or it is under way. */
  verdict: FileVerdict | null = null;
  private readonly load: () => Promise<FileTransfer>;
  private readonly session: FileHost;
  private readonly send: (request: Request) => void;
  private transfer: FileTransfer | undefined;

  /** @param make the worker that reads files; undefined: this page opens none @param send the worker of the run */
  constructor(make: (() => Port) | undefined, session: FileHost, send: (request: Request) => void) {
    this.session = session;
    this.send = send;
    this.load = async () => {
      const { FileTransfer } = await import('./file-transfer.ts');
      this.transfer ??= new FileTransfer({ make, session, send, judge: (verdict) => (this.verdict = verdict) });
      return this.transfer;
    };
  }

  open(file: File): void {
    this.at((transfer) => transfer.open(file));
  }

  /** Opens one of the dataset, from 0. */
  problem(place: number): void {
    this.at((transfer) => transfer.problem(place));
  }

  saveScene(): void {
    this.at((transfer) => transfer.saveScene());
  }

  /** The branch that is shown, up to a step, as a recorded run. @param most bytes */
  saveRun(steps: number, most: number): void {
    this.at((transfer) => transfer.saveRun(steps, most));
  }

  cancel(): void {
    this.cancelled = true;
    this.send({ type: 'cancel' });
    this.session.store.set({ busy: null });
  }

  /** Videos and pictures. */
  tools() {
    return import('../files/tools.ts');
  }

  hear(news: FileNews): void {
    this.transfer?.hear(news);
  }

  private at(act: (transfer: FileTransfer) => void): void {
    this.load().then(act, () =>
      this.session.say('A part of the studio could not be loaded. Is its server still there?', 'error'),
    );
  }
}
