/** What `signorini recommend` leaves behind: the page, the verdict, the results and the problems that they rest on. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeProblem } from '@signorini/engine/problem';
import type { ComparedSolvers } from '../compare.ts';
import type { Recommendation } from '../recommend.ts';
import { expectFreeFolder, writeFolderWhole, writeLinesWhole } from './files.ts';
import { renderReport } from './render-report.ts';

const FILES = ['recommend.json', 'report.html', 'results.json', 'problems.jsonl'];

/** @throws FileError if the folder holds anything but an earlier recommendation */
export async function expectRecommendFolder(folder: string): Promise<void> {
  await expectFreeFolder(folder, 'an earlier recommendation', (names) => names.every((name) => FILES.includes(name)));
}

/** The JSON document of `signorini recommend`. */
export interface RecommendationDocument extends Recommendation {
  /** Path of the page. */
  readonly report: string;
}

/** All files, or none. @throws FileError */
export async function writeRecommendation(
  folder: string,
  compared: ComparedSolvers,
  withProblems: boolean,
): Promise<RecommendationDocument> {
  const { recommendation, results, problems } = compared;
  const page = await renderReport({
    results,
    title: `Which solver for ${recommendation.scene}`,
    tolerance: recommendation.toleranceJ,
    recommendation,
  });
  const document = { ...recommendation, report: join(folder, 'report.html') };
  await writeFolderWhole(folder, async (inside) => {
    await writeFile(join(inside, 'report.html'), page);
    await writeFile(join(inside, 'results.json'), `${JSON.stringify(results)}\n`);
    if (withProblems)
      await writeLinesWhole(join(inside, 'problems.jsonl'), async (write) => {
        for (const { problem } of problems) await write(writeProblem(problem));
      });
    await writeFile(join(inside, 'recommend.json'), `${JSON.stringify(document, null, 1)}\n`);
  });
  return document;
}
