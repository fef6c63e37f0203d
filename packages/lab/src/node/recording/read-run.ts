/** Opens a recorded run: its HDF5 file, or the journal of one that is not finished.   docs/guide/record.md */
import { runIn } from '../../recording/file-run.ts';
import { type RecordedRun, RUN_FORMAT } from '../../recording/recorded-run.ts';
import { FileError } from '../files/file-error.ts';
import { isFile, isHdf5 } from '../files/files.ts';
import { openHdf5 } from '../hdf5/hdf5-file.ts';
import { isJournal, openJournal } from '../journal/read-journal.ts';
import { JournalRun } from './read-run-journal.ts';
import { RUN_JOURNAL } from './run-journal.ts';

/** @param path of a recorded run, or of the journal of one. @throws FileError if it is neither */
export async function openRun(path: string): Promise<RecordedRun> {
  if (isJournal(path)) {
    const journal = openJournal(path);
    if (journal.head.kind === RUN_JOURNAL.kind) return new JournalRun(path, journal);
    journal.close();
    throw new FileError(path, `expected the journal of a recorded run, found one of a ${journal.head.kind}`);
  }
  return runIn(path, await openHdf5(path));
}

/** True if a file, by its content, is a recorded run or the journal of one. @throws FileError if it is damaged */
export async function isRunFile(path: string): Promise<boolean> {
  if (!isFile(path)) return false;
  if (isJournal(path)) {
    const journal = openJournal(path);
    journal.close();
    return journal.head.kind === RUN_JOURNAL.kind;
  }
  if (!isHdf5(path)) return false;
  const file = await openHdf5(path);
  const { format } = file.attributes('/');
  file.close();
  return format === RUN_FORMAT;
}
