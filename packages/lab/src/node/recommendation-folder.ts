/** The folder that `signorini recommend` writes: the page, the verdict, the results and the problems that they rest on. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { VERSION } from '@signorini/engine';
import { drawShots } from '../drawing/story.ts';
import type { ComparedSolvers } from '../recommend/compare.ts';
import type { Recommendation } from '../recommend/recommend.ts';
import { sourceOf } from '../replay/problem-source.ts';
import { writeDatasetNow } from './dataset/write-dataset.ts';
import { readText } from './files/files.ts';
import { expectFreeFolder, writeFolderWhole } from './files/whole-files.ts';
import { renderReport } from './render-report.ts';

const PROBLEMS_FILE = 'problems.h5';
/** problems.jsonl: of earlier versions. */
const FILES = ['recommend.json', 'report.html', 'results.json', PROBLEMS_FILE, 'problems.jsonl'];

/** @throws FileError if the folder holds anything but an earlier recommendation */
export async function expectRecommendFolder(folder: string): Promise<void> {
  await expectFreeFolder(
    folder,
    'an earlier recommendation',
    async (names) => names.every((name) => FILES.includes(name)) && (await holdsRecommendation(folder)),
  );
}

/** Names such as results.json are common: recommend.json shows whose they are. */
async function holdsRecommendation(folder: string): Promise<boolean> {
  try {
    const document = JSON.parse(await readText(join(folder, 'recommend.json'), 'a recommendation'));
    return typeof document.sentence === 'string' && 'chosen' in document && Array.isArray(document.solvers);
  } catch {
    return false;
  }
}

/** The JSON document of `signorini recommend`. */
export interface RecommendationDocument extends Recommendation {
  /** Path of the page. */
  readonly report: string;
}

/**
 * All files, or none; the folder is tried, and kept from other runs, before `compare` begins.
 * @throws FileError, and what `compare` throws
 */
export async function writeRecommendation(
  folder: string,
  compare: () => Promise<ComparedSolvers>,
  withProblems: boolean,
): Promise<{ readonly document: RecommendationDocument; readonly compared: ComparedSolvers }> {
  let written: { readonly document: RecommendationDocument; readonly compared: ComparedSolvers };
  await writeFolderWhole(folder, async (inside) => {
    const compared = await compare();
    const { recommendation, results, problems } = compared;
    const picture = drawShots(recommendation.scene, `${recommendation.scene}, as captured`, compared.shots);
    const page = renderReport({
      results,
      title: `Which solver for ${recommendation.scene}`,
      tolerance: recommendation.toleranceJ,
      recommendation,
      ...(picture !== undefined && { picture }),
    });
    const document = { ...recommendation, report: join(folder, 'report.html') };
    await writeFile(join(inside, 'report.html'), page);
    await writeFile(join(inside, 'results.json'), `${JSON.stringify(results)}\n`);
    if (withProblems)
      await writeDatasetNow(
        join(inside, PROBLEMS_FILE),
        problems.map(({ problem }) => ({ problem, step: sourceOf(problem.title).step ?? undefined })),
        {
          title: `${recommendation.scene}, ${results.capture?.selection ?? 'every step'}`,
          engine: VERSION,
          provenance: results.capture ?? null,
        },
      );
    await writeFile(join(inside, 'recommend.json'), `${JSON.stringify(document, null, 1)}\n`);
    written = { document, compared };
  });
  return written!;
}
