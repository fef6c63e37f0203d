/** Files of a person, recognised by their content: scenes, problems, datasets, recorded runs. Knows no DOM and no worker. */
import {
  type Dataset,
  datasetIn,
  type FileBytes,
  FileError,
  foreignFile,
  type Hdf5File,
  openHdf5Bytes,
} from '@signorini/lab/files';
import { type FileReply, MOST_MB, type ProblemEntry } from '../../file-protocol.ts';
import { fclibProblem } from './fclib-problem.ts';
import { type LineDataset, lineDataset, textOf } from './line-dataset.ts';
import { entryOf, problemText, sentenceOf } from './problem-entry.ts';
import { type OpenRecord, recordIn } from './recorded-file.ts';

type Send = (reply: FileReply, transfer?: ArrayBuffer[]) => void;

const MB = 1e6;
const SIGNATURE = '\x89HDF\r\n\x1a\n';
/** Bytes of one array of an HDF5 file: it says itself how large it is, and packed it may be short. */
const LARGEST = 256e6;
/** Problems that a list shows. */
const MOST_ENTRIES = 20_000;
/** Problems that are measured before others get a turn. */
const TOGETHER = 16;

const ALL = 'a scene, a problem, a dataset, a recorded run or an FCLib file';

export class FileReading {
  private readonly send: Send;
  private readonly later: (act: () => void) => void;
  private dataset: Dataset | LineDataset | undefined;
  private record: OpenRecord | undefined;

  constructor(send: Send, later: (act: () => void) => void) {
    this.send = send;
    this.later = later;
  }

  /** Every failure is a sentence. */
  async open(name: string, bytes: FileBytes): Promise<void> {
    try {
      await this.read(name, bytes);
    } catch (error) {
      this.send({ type: 'failed', sentence: sentenceOf(name, error) });
    }
  }

  /** One of the dataset. */
  problem(place: number): void {
    const { dataset } = this;
    try {
      if (!dataset?.entries[place]) throw new Error(`expected a dataset with a problem ${place + 1}, found none`);
      const problem = dataset.problem(place);
      const title = problem.title === 'untitled' ? `problem ${place + 1}` : problem.title;
      this.send({ type: 'problem', title, text: problemText(dataset.path, problem), lacks: '', notes: [] });
    } catch (error) {
      this.send({ type: 'failed', sentence: sentenceOf(dataset?.path ?? '', error) });
    }
  }

  /** Where the re-run left the record, and by how much. */
  compare(step: number, pose: Float64Array, velocity: Float64Array): void {
    try {
      const sentence = this.record?.difference(step, pose, velocity);
      if (sentence !== undefined) this.send({ type: 'difference', sentence });
    } catch (error) {
      this.send({ type: 'failed', sentence: sentenceOf('', error) });
    }
  }

  private async read(name: string, bytes: FileBytes): Promise<void> {
    const head = new Uint8Array(8192);
    const known = head.subarray(0, bytes.read(head, 0, head.length, 0));
    if (known.length === 0) throw new FileError(name, `expected ${ALL}, found an empty file`);
    if (new TextDecoder('latin1').decode(known.subarray(0, 8)) === latin(SIGNATURE)) await this.readHdf5(name, bytes);
    else if (known.includes(0)) throw new FileError(name, `expected ${ALL}, found another binary file`);
    else this.readText(name, bytes);
  }

  private async readHdf5(name: string, bytes: FileBytes): Promise<void> {
    limit(name, bytes.size, MOST_MB.hdf5);
    const file = await openHdf5Bytes(name, bytes, LARGEST);
    const { format } = inFile(file, () => file.attributes('/'));
    if (format === 'signorini-run') this.showRun(recordIn(name, file));
    else if (format === 'signorini-results')
      throw closing(file, new FileError(name, `expected ${ALL}, found results of a replay; \`report\` shows them`));
    else if (format === 'signorini-dataset') this.showDataset(datasetIn(name, file)!);
    else {
      file.close();
      limit(name, bytes.size, MOST_MB.fclib);
      this.send(await fclibProblem(name, bytes));
    }
  }

  private readText(name: string, bytes: FileBytes): void {
    if (/\.jsonl$/i.test(name) || bytes.size > MOST_MB.text * MB) {
      limit(name, bytes.size, /\.jsonl$/i.test(name) ? MOST_MB.lines : MOST_MB.text);
      this.showDataset(lineDataset(name, bytes, MOST_MB.text * MB));
      return;
    }
    const text = textOf(name, bytes, 0, bytes.size);
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (error) {
      const found = foreignFile(name, text) ?? `found no JSON: ${(error as Error).message}`;
      throw new FileError(name, `expected ${ALL}, ${found}`);
    }
    const { format } = (typeof document === 'object' && document !== null ? document : {}) as { format?: unknown };
    const title = name.replace(/(\.scene|\.problem)?\.json$/i, '');
    if (format === 'signorini-problem') this.send({ type: 'problem', title, text, lacks: '', notes: [] });
    else if (format === 'signorini-scene') this.send({ type: 'scene', title, text });
    else
      throw new FileError(
        name,
        `expected "format": "signorini-scene" or "signorini-problem", found ${(JSON.stringify(format) ?? 'none').slice(0, 80)}`,
      );
  }

  private showRun(record: OpenRecord): void {
    this.record = record;
    const lacks = `A recorded run has no iterates and no times: those shown are of running it again.`;
    this.send({ type: 'run', run: record.info, lacks }, [record.info.motionHashes.buffer as ArrayBuffer]);
  }

  private showDataset(dataset: Dataset | LineDataset): void {
    this.dataset = dataset;
    const { title, entries } = dataset;
    if (entries.length === 0) throw new FileError(dataset.path, 'expected problems, found a dataset without any');
    const lacks = 'A dataset has problems alone, no shapes and no motion: there is nothing to see in 3-D.';
    this.send({ type: 'dataset', title, count: entries.length, lacks });
    this.measure(0);
  }

  /** The list in pieces; what cannot be read is an entry with its reason. */
  private measure(from: number): void {
    const { dataset } = this;
    if (!dataset) return;
    const to = Math.min(dataset.entries.length, MOST_ENTRIES, from + TOGETHER);
    const list: ProblemEntry[] = [];
    for (let place = from; place < to; place++) list.push(entryOf(dataset, place));
    if (list.length > 0) this.send({ type: 'entries', from, list });
    if (list.length > 0) this.later(() => this.measure(to));
  }
}

/** The same bytes read as Latin-1 (windows-1252), where 0x80 to 0x9f are other characters. */
const latin = (text: string): string => new TextDecoder('latin1').decode(Uint8Array.from(text, (c) => c.charCodeAt(0)));

function limit(name: string, size: number, megabytes: number): void {
  if (size > megabytes * MB)
    throw new FileError(name, `expected at most ${megabytes} MB of such a file, found ${Math.ceil(size / MB)} MB`);
}

function inFile<T>(file: Hdf5File, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw closing(file, error);
  }
}

function closing(file: Hdf5File, error: unknown): unknown {
  file.close();
  return error;
}
