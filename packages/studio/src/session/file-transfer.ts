/** Files that are opened, in a worker of their own, and runs that are saved: loaded when the first one is. */
import { type FileReply, type FileRequest, MOST_MB, type RecordedInfo } from '../file-protocol.ts';
import { saveContent } from '../files/save.ts';
import type { Reply, Request } from '../protocol.ts';
import type { Port } from './engine-port.ts';
import type { FileHost } from './file-host.ts';
import { FIRST } from './state.ts';

/** ms without an answer after which reading counts as hung. */
const PATIENCE = 60_000;
/** Bytes of any file: nothing here reads more. */
const MOST = MOST_MB.hdf5 * 1e6;

/** Replies of the worker of the run that are about files. */
export type FileNews = Extract<Reply, { type: 'recorded' | 'saving' | 'saved' }>;

/** The result of the last comparison with a recorded run. */
export interface FileVerdict {
  readonly same: boolean;
  readonly sentence: string;
}

export interface TransferParts {
  /** Makes the worker that reads files; undefined: this page opens none. */
  readonly make: (() => Port) | undefined;
  readonly session: FileHost;
  /** To the worker of the run. */
  readonly send: (request: Request) => void;
  /** null: a comparison is under way. */
  readonly judge: (verdict: FileVerdict | null) => void;
}

export class FileTransfer {
  private readonly parts: TransferParts;
  private readonly session: FileHost;
  private port: Port | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: TransferParts) {
    this.parts = parts;
    this.session = parts.session;
  }

  /** The present run stays until the file is read. */
  open(file: File): void {
    if (file.size > MOST) {
      const found = `${Math.ceil(file.size / 1e6)} MB`;
      this.session.say(`${file.name}: expected at most ${MOST / 1e6} MB, found ${found}.`, 'error');
      return;
    }
    if (!this.parts.make) {
      this.session.say(`${file.name}: a capsule opens no files; the studio does.`, 'error');
      return;
    }
    this.end();
    const port = this.parts.make();
    this.port = port;
    port.onmessage = ({ data }) => this.take(data as FileReply);
    port.onerror = (event) => {
      event.preventDefault?.();
      this.fail(`${file.name}: its reader failed: ${event.message || 'no reason given'}.`);
    };
    this.patience = setTimeout(
      () => this.fail(`${file.name}: expected a file that can be read within ${PATIENCE / 1000} s, found none.`),
      PATIENCE,
    );
    this.send({ type: 'open', file });
  }

  /** Opens one of the dataset, from 0. */
  problem(place: number): void {
    this.send({ type: 'problem', place });
  }

  saveScene(): void {
    this.parts.send({ type: 'saveScene' });
  }

  /** The branch that is shown, up to a step, as a recorded run. @param most bytes */
  saveRun(steps: number, most: number): void {
    const [main] = this.session.state.shown;
    if (main) this.parts.send({ type: 'saveRun', branch: main.branch, steps, most });
  }

  hear(news: FileNews): void {
    (this.news[news.type] as (one: FileNews) => void)(news);
  }

  private readonly news = {
    recorded: ({ done, total, sentence, same, differs }: Extract<Reply, { type: 'recorded' }>): void => {
      const busy = sentence === null ? { what: 'Running the record again', done, total } : null;
      this.session.store.set({ busy });
      if (sentence !== null) this.session.say(sentence, same === false ? 'error' : 'note');
      this.parts.judge(sentence === null ? null : { same: same === true, sentence });
      if (differs) this.send({ type: 'compare', ...differs });
    },
    saving: ({ done, total }: Extract<Reply, { type: 'saving' }>): void =>
      this.session.store.set({ busy: { what: 'Recording the run', done, total } }),
    saved: ({ name, content }: Extract<Reply, { type: 'saved' }>): void => {
      this.session.store.set({ busy: null });
      saveContent(content, name);
    },
  };

  private send(request: FileRequest): void {
    this.port?.postMessage(request);
  }

  private take(reply: FileReply): void {
    clearTimeout(this.patience);
    (this.replies[reply.type] as (one: FileReply) => void)(reply);
  }

  private readonly replies: { readonly [K in FileReply['type']]: (reply: Extract<FileReply, { type: K }>) => void } = {
    scene: ({ title, text }) => {
      const source = { kind: 'file', title, text } as const;
      this.session.open({ source, timeStep: null, frictionModel: null, integrator: null });
    },
    problem: ({ title, text, lacks, notes }) => {
      this.session.openProblem(title, text);
      for (const note of [...notes, lacks]) if (note !== '') this.session.say(`${title}: ${note}`);
    },
    dataset: ({ title, count, lacks }) => {
      this.session.store.set({ dataset: { title, count, entries: [] }, dialog: 'dataset' });
      this.session.say(`${title}: ${lacks}`);
    },
    entries: ({ list }) => {
      const { dataset } = this.session.state;
      if (dataset) this.session.store.set({ dataset: { ...dataset, entries: [...dataset.entries, ...list] } });
    },
    run: ({ run, lacks }) => {
      this.rerun(run);
      this.session.say(`${run.title}: ${lacks}`);
    },
    difference: ({ sentence }) => this.session.say(sentence, 'error'),
    failed: ({ sentence }) => {
      this.session.say(/[.!?]$/.test(sentence) ? sentence : `${sentence}.`, 'error');
      const { scene, answers } = this.session.state;
      if (!scene && !answers.problem) this.session.open(FIRST.spec, FIRST.setup); // it was the first that the page should show
    },
  };

  /** Runs it again and compares. */
  private rerun(recorded: RecordedInfo): void {
    const { spec, setup } = recorded;
    this.session.moments.forget();
    this.session.store.set({ spec, setup, selection: null, answers: {}, dots: null });
    this.parts.send({ type: 'openRecorded', recorded });
  }

  private fail(sentence: string): void {
    this.end();
    this.session.say(sentence, 'error');
  }

  private end(): void {
    clearTimeout(this.patience);
    this.port?.terminate();
    this.port = undefined;
    if (this.session.state.dataset) this.session.store.set({ dataset: null });
  }
}
