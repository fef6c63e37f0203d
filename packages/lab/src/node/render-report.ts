/** The report's pictures drawn, and the page put together. */

import { reportGroups } from '../report/charts.ts';
import { type ReportRequest, reportPage } from '../report/page.ts';
import { renderInline } from './render.ts';

/** The whole page; the same results give the same bytes. */
export async function renderReport(request: ReportRequest): Promise<string> {
  const { results, tolerance, recommendation } = request;
  const budget = recommendation?.budgetMs;
  const groups = reportGroups({ rows: results.rows, tolerance, ...(budget !== undefined && { budget }) });
  const drawn = new Map<string, string>();
  for (const { name, caption, spec } of groups.flatMap(({ charts }) => charts))
    drawn.set(name, await renderInline(spec, name, caption));
  return reportPage(request, groups, drawn);
}
