/** The look of the report: light and dark by the reader's choice, one column on a phone, two beside each other else. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6675;--line:#d5dbe3;--page:#fff;--raised:#f5f7fa;--good:#12733f;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e4e9f0;--soft:#9aa7b8;--line:#323b48;--page:#14181f;--raised:#1c222c;--good:#5fd394;--bad:#ff8f85}}
*{box-sizing:border-box}
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:0 auto;padding:1.5rem 1rem 4rem;color:var(--ink);background:var(--page)}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .5rem}h2{font-size:1.15rem;margin:2.5rem 0 .5rem;padding-top:1rem;border-top:1px solid var(--line)}
p{max-width:46rem}.lead{font-size:1.1rem}.note,figcaption,.legend,small{color:var(--soft)}.note,figcaption{font-size:.85rem}
.scroll{overflow-x:auto;margin:.75rem 0}
table{border-collapse:collapse;font-size:.8rem;font-variant-numeric:tabular-nums}
th,td{padding:.3rem .5rem;text-align:right;border-bottom:1px solid var(--line);white-space:nowrap;vertical-align:top}
thead th{font-weight:600;vertical-align:bottom;white-space:normal;min-width:3.8rem}tbody th{font-weight:600;text-align:left;position:sticky;left:0;background:var(--page)}
th.text,td.text,thead th:first-child{text-align:left}
table.facts th{color:var(--soft);font-weight:400}table.facts td{text-align:left;white-space:normal;overflow-wrap:anywhere}
.yes{color:var(--good);font-weight:600}.no{color:var(--bad)}
.symbol{width:.8em;height:.8em;vertical-align:-.05em;margin-right:.4em}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.5rem 0;font-size:.85rem}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,21rem),1fr));gap:1rem 2rem}
.charts.small{grid-template-columns:repeat(auto-fill,minmax(min(100%,12.5rem),1fr))}
figure{margin:0;min-width:0}figure svg.chart{display:block;width:100%;height:auto;max-width:36rem;color:var(--ink)}.small figure svg.chart{max-width:17rem}
svg.chart text{font-family:system-ui,sans-serif}
details{margin-top:1rem}summary{cursor:pointer}details table{font-size:.75rem}code{font-size:.9em}
@media print{details{display:none}}
`;
