/** Captured problems as files: a dataset, a folder with a `capture.json`, or one JSON-lines file. */
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { writeProblem } from '@signorini/engine/problem';
import type { Capture, CaptureCount, CaptureDocument } from '../run/capture.ts';
import { type CaptureWriting, writeCaptureDataset } from './capture-dataset.ts';
import { openDatasetFile } from './dataset/dataset.ts';
import { FileError, isHdf5, readText } from './files/files.ts';
import { expectFreeFolder, expectWritable, writeFolderWhole, writeLinesWhole } from './files/whole-files.ts';
import { inTurns } from './in-turns.ts';

export const CAPTURE_FILE = 'capture.json';

/** The capture.json of a folder, or that in a dataset; undefined if there is none, or it is another program's. */
export async function readCaptureDocument(path: string): Promise<CaptureDocument | undefined> {
  try {
    const document = isHdf5(path)
      ? await provenanceOf(path)
      : JSON.parse(await readText(join(path, CAPTURE_FILE), 'a capture'));
    return document?.format === 'signorini-capture' && document.version === 1 ? document : undefined;
  } catch {
    return undefined;
  }
}

async function provenanceOf(path: string): Promise<CaptureDocument | undefined> {
  const dataset = await openDatasetFile(path);
  dataset?.close();
  return dataset?.provenance as CaptureDocument | undefined;
}

/** Checks before the simulation begins that the problems can be written. @throws FileError */
export async function expectCapturePlace(path: string): Promise<void> {
  if (isHdf5(path) || isLines(path)) return expectWritable(path);
  if (['.json', '.csv', '.parquet', '.part'].includes(extname(path).toLowerCase()))
    throw new FileError(path, `expected a folder or a file that ends in .h5 or .jsonl, found ${extname(path)}`);
  await expectFreeFolder(path, 'an earlier capture', async (names) => {
    const files = (await readCaptureDocument(path))?.files;
    return Array.isArray(files) && names.every((name) => name === CAPTURE_FILE || files.includes(name));
  });
}

function isLines(path: string): boolean {
  return extname(path).toLowerCase() === '.jsonl';
}

/**
 * Writes problems as they come. If capturing fails nothing is written; a .h5 that is interrupted leaves its journal.
 * @throws FileError, and what capturing throws
 */
export async function writeCapture(
  path: string,
  capture: Capture,
  writing: CaptureWriting = {},
): Promise<CaptureDocument> {
  if (isHdf5(path)) return writeCaptureDataset(path, capture, writing);
  const { problems, source } = capture;
  if (!isLines(path)) {
    let document: CaptureDocument | undefined;
    await writeFolderWhole(path, async (folder) => {
      const files: string[] = [];
      const count = await inTurns(problems, async (captured) => {
        if (!captured) return;
        files.push(captured.fileName);
        await writeFile(join(folder, captured.fileName), `${writeProblem(captured.problem)}\n`);
      });
      document = { ...source, ...count, files };
      await writeFile(join(folder, CAPTURE_FILE), `${JSON.stringify(document, null, 1)}\n`);
    });
    return document!;
  }
  let count: CaptureCount | undefined;
  await writeLinesWhole(path, async (write) => {
    count = await inTurns(problems, async (captured) => {
      if (captured) await write(writeProblem(captured.problem));
    });
  });
  return { ...source, ...count! };
}
