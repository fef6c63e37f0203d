/** The folder that `signorini scoreboard` writes: the page, and the figures that it shows. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scorePage } from '../../scoreboard/page.ts';
import type { ScoreDocument } from '../../scoreboard/scoreboard.ts';
import { FileError, readText } from '../files/files.ts';
import { expectFreeFolder, writeFolderWhole } from '../files/whole-files.ts';

const PAGE = 'index.html';
const DATA = 'scoreboard.json';

/** @throws FileError if the folder holds anything but an earlier scoreboard */
export async function expectScoreboardFolder(folder: string): Promise<void> {
  await expectFreeFolder(folder, 'an earlier scoreboard', async (names) => {
    if (!names.every((name) => name === PAGE || name === DATA)) return false;
    return readScoreboard(join(folder, DATA)).then(
      () => true,
      () => false,
    );
  });
}

/** @throws FileError */
export async function readScoreboard(path: string): Promise<ScoreDocument> {
  const text = await readText(path, 'the document of `signorini scoreboard`');
  let document: Partial<ScoreDocument> | null;
  try {
    document = JSON.parse(text);
  } catch {
    throw new FileError(path, 'expected the document of `signorini scoreboard`, found no JSON');
  }
  if (document?.format === 'signorini-scoreboard' && document.version === 1) return document as ScoreDocument;
  throw new FileError(path, 'expected the document of `signorini scoreboard`, found another document');
}

/** Both files, or none; the folder is tried, and kept from other runs, before `run` begins. @returns the page's path */
export async function writeScoreboard(folder: string, run: () => Promise<ScoreDocument>): Promise<string> {
  await writeFolderWhole(folder, async (inside) => {
    const document = await run();
    await writeFile(join(inside, DATA), textOf(document));
    await writeFile(join(inside, PAGE), scorePage(document));
  });
  return join(folder, PAGE);
}

/** One row per line: a change of one figure is a change of one line. */
function textOf({ rows, ...document }: ScoreDocument): string {
  const head = JSON.stringify(document, null, 1).replace(/\n}$/, '');
  return `${head},\n "rows": [\n${rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n')}\n ]\n}\n`;
}
