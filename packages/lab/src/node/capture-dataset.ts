/**
 * A capture as a dataset, through a journal: interrupted, it goes on from the last stored state of the world and ends with
 * the same bytes as one that was not.   docs/guide/datasets.md
 */
import type { Capture, CaptureDocument, CaptureState } from '../run/capture.ts';
import { createDataset, type ResumedDataset, resumeDataset } from './dataset/dataset-journal.ts';
import { problemHash } from './dataset/parts.ts';
import { FileError } from './files/files.ts';
import { inTurns } from './in-turns.ts';

export interface CaptureWriting {
  /** Goes on with an interrupted capture; .h5 only. */
  readonly resume?: boolean | undefined;
  /** UTC; stored in a .h5. */
  readonly created?: string | undefined;
  /** More of where the problems come from, stored in a .h5: the command, the scene file. */
  readonly provenance?: Readonly<Record<string, unknown>> | undefined;
}

const STATE = 'own-state';
const STATE_INTERVAL = 250; // ms between stored states of the world,
const STATE_SHARE = 20; // or this many times what storing one takes, if that is longer

/** @throws FileError, and what capturing throws; then the journal goes, because the next try would fail in the same way */
export async function writeCaptureDataset(
  path: string,
  capture: Capture,
  { resume, created, provenance }: CaptureWriting,
): Promise<CaptureDocument> {
  const { source } = capture;
  const title = `${source.scene}, ${source.selection}`;
  const of = { title, created, ...source, ...provenance };
  const resumed = resume ? resumeDataset(path, of) : undefined;
  const dataset = resumed?.dataset ?? createDataset(path, of);
  try {
    const earlier = resumed ? restart(path, capture, resumed) : [];
    let last = performance.now();
    let pause = STATE_INTERVAL;
    const count = await inTurns(capture.problems, (captured) => {
      const known = captured && earlier.shift();
      if (known && (known.step !== captured.step || known.hash !== problemHash(captured.problem)))
        throw new FileError(path, `expected the run of its journal, found another problem in step ${captured.step}`);
      if (captured && !known) dataset.add(captured.problem, captured);
      const start = performance.now();
      if (start - last < pause || earlier.length > 0) return;
      const state = capture.state();
      if (state) dataset.note({ kind: STATE, ...state });
      last = performance.now();
      pause = Math.max(STATE_INTERVAL, STATE_SHARE * (last - start));
    });
    const document = { ...source, ...count };
    await dataset.finish({ title, engine: source.engine, created, provenance: { ...document, ...provenance } });
    return document;
  } catch (error) {
    if (error instanceof FileError) dataset.close();
    else dataset.discard();
    throw error;
  }
}

/** Restores the last state; the problems that the journal has beyond it come again and are compared. */
function restart(
  path: string,
  capture: Capture,
  { entries, notes }: ResumedDataset,
): ResumedDataset['entries'][number][] {
  const state = notes.get(STATE)?.document as CaptureState | undefined;
  if (!state) return [...entries];
  try {
    capture.resume(state);
  } catch (error) {
    throw new FileError(path, `expected the state of its run in the journal, found ${(error as Error).message}`);
  }
  return entries.slice(state.tally.problems);
}
