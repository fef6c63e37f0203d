/** Steps a world and records every step.   docs/guide/record.md */
import { type RunDocument, type RunRequest, runSteps } from '../../run/run.ts';
import { inTurns } from '../in-turns.ts';
import { type RecordRequest, RunJournal } from './run-journal.ts';

/**
 * A run that fails is recorded up to there, with the reason. Interrupted, or if it cannot be written, its journal stays.
 * @throws FileError, and what stepping throws
 */
export async function recordRun(path: string, request: RunRequest & RecordRequest): Promise<RunDocument> {
  const journal = new RunJournal(path, request.world, request);
  try {
    const document = await inTurns(runSteps(request), (report) => journal.add(report));
    await journal.finish(document.failure?.sentence ?? null);
    return document;
  } catch (error) {
    journal.close();
    throw error;
  }
}
