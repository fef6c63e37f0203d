/** The page of a replay, with what only Node can add: the hash that lets its one script run, and a picture of its scene. */
import { createHash } from 'node:crypto';
import { ContractError, createWorld } from '@signorini/engine';
import { scenes } from '@signorini/engine/scenes';
import { shotOf } from '../drawing/record.ts';
import { drawShots } from '../drawing/story.ts';
import { reportPage } from '../report/page.ts';
import type { ReportRequest } from '../report/ranking.ts';
import { REPORT_SCRIPT } from '../report/script.ts';

/** The whole page; the same results give the same bytes. */
export function renderReport(request: ReportRequest): string {
  const picture = request.picture ?? pictureOf(request);
  return reportPage(
    { ...request, ...(picture !== undefined && { picture }) },
    createHash('sha256').update(REPORT_SCRIPT).digest('base64'),
  );
}

/** A built-in scene at its start; undefined for others, and if its parameters are those of another version. */
function pictureOf({ results: { capture } }: ReportRequest): string | undefined {
  const scene = scenes.find(({ name }) => name === capture?.scene);
  if (!scene || !capture) return undefined;
  try {
    const world = createWorld(scene, { parameters: capture.parameters });
    const shot = shotOf(world);
    world.release();
    return drawShots(scene.name, scene.summary, [shot]);
  } catch (error) {
    if (error instanceof ContractError) return undefined;
    throw error;
  }
}
