/** The look of the report: light and dark by the reader's choice, one column on a phone, two beside each other else. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5a6675;--line:#d5dbe3;--page:#fff;--raised:#f5f7fa;--good:#12733f;--bad:#b3261e;--grey:#a9b3bf;--pass:#12733f14}
@media screen and (prefers-color-scheme:dark){:root{--ink:#e4e9f0;--soft:#9aa7b8;--line:#323b48;--page:#14181f;--raised:#1c222c;--good:#5fd394;--bad:#ff8f85;--grey:#566272;--pass:#5fd3941c}}
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

/** The parts that the page of a replay adds: first screen, charts, what the script shows. */
export const CHART_STYLE = `
header{display:grid;grid-template-columns:minmax(0,1fr) minmax(14rem,26rem);gap:1rem 2rem;align-items:center}header>div{order:-1}header:not(:has(.scene)){display:block}
.scene{width:100%;height:auto;max-height:15rem}.lead{white-space:pre-line;font-size:1.2rem;line-height:1.4;margin:.5rem 0}
h3{font-size:.95rem;margin:1.2rem 0 .4rem;color:var(--soft)}
.shortlist{margin:1.2rem 0;padding:.6rem 1rem;background:var(--raised);border-radius:10px}
.heads,.candidate{display:grid;grid-template-columns:minmax(13rem,1.3fr) repeat(3,minmax(0,1fr));gap:.2rem 1.2rem;align-items:center}
.heads{font-size:.8rem;color:var(--soft)}.candidate{padding:.55rem 0;border-top:1px solid var(--line)}.scales{border-top:1px solid var(--line);padding-top:.2rem}
.who{display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem}.role{font-size:.8rem;width:100%}.why{font-size:.8rem;color:var(--soft);width:100%;line-height:1.3}
.strip{min-width:0}.strip .what{display:none}.figures{font-size:.8rem;font-variant-numeric:tabular-nums;color:var(--soft)}
svg.dotplot{display:block;width:100%;height:auto;overflow:visible}svg.chart{overflow:visible}svg.dotplot text{font:10px system-ui,sans-serif;fill:var(--soft)}
.pass{fill:var(--pass)}.grid{fill:none;stroke:var(--ink);stroke-opacity:.1}.break{fill:none;stroke:var(--ink);stroke-opacity:.45;stroke-dasharray:1 3}
.limit{fill:none;stroke:var(--good);stroke-dasharray:5 3}.frame{fill:none;stroke:var(--ink);stroke-opacity:.3}
.span{fill:none;stroke:var(--c);stroke-width:2;stroke-opacity:.55}.median{fill:var(--c)}.worst{fill:var(--page);stroke:var(--c);stroke-width:2}
svg.chart text{font-size:12px;fill:var(--ink)}svg.chart .note{font-size:11px;fill:var(--soft)}svg.histogram text{font-size:9px;fill:var(--soft)}
.defs{position:absolute}.m{color:var(--grey)}.m.on,.m.hot{color:var(--c)}path.dots{fill:none;stroke:none}marker.m{fill-opacity:.5}marker.m.on,marker.m.hot{fill-opacity:.8}
path.line{fill:none;stroke:currentColor;stroke-width:1.6;stroke-opacity:.6;stroke-linejoin:round}path.line.on{stroke-width:2.6;stroke-opacity:.95}path.line.hot{stroke-width:4.5;stroke-opacity:1}path.line.dashed{stroke-dasharray:7 5}
.lead-line{fill:none;stroke:var(--ink);stroke-opacity:.6}.mark-label{font-size:11px!important;paint-order:stroke;stroke:var(--page);stroke-width:4px;stroke-linejoin:round}
.bar{fill:var(--c)}.bar.lost{fill-opacity:.3}.hatched{fill:url(#hatch)}.hatch{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-opacity:.75}
.picked-line{fill:none;stroke:var(--ink);stroke-width:1}.picked-ring{fill:none;stroke-width:2}.picked-tick{fill:none;stroke-width:2}.picked-flag{fill:var(--ink)}
nav.legend{position:sticky;top:0;z-index:2;background:var(--page);padding:.5rem 0;gap:.3rem;border-bottom:1px solid var(--line);margin-top:2rem}
.chip{font:inherit;color:var(--soft);background:none;border:1px solid var(--line);border-radius:99px;padding:0 .6rem;cursor:pointer}.chip .symbol{opacity:.35}.chip.on{color:var(--ink);border-color:var(--soft);background:var(--raised)}.chip.on .symbol,.chip:hover .symbol{opacity:1}
html:not(.js) .chip{cursor:default}html:not(.js) .hint{display:none}.hint{align-self:center;font-size:.8rem}
.js .sortable thead th{cursor:pointer}.js .sortable thead th:hover{text-decoration:underline}th[aria-sort=ascending]::after{content:" ▲"}th[aria-sort=descending]::after{content:" ▼"}
table.solvers{width:100%}td.bars{background:linear-gradient(90deg,color-mix(in srgb,var(--grey) 28%,transparent) var(--p),transparent 0) no-repeat left bottom/100% 100%}
table.solvers td:hover,table.solvers tr:hover th{background-color:var(--raised)}.family{font-weight:400;font-size:.7rem;color:var(--soft);border:1px solid var(--line);border-radius:4px;padding:0 .25rem}.family.direct{border-style:solid}.family.iterative{border-style:dashed}.family.hybrid{border-style:double;border-width:3px}
td .no,td .yes{white-space:nowrap}pre{overflow:auto;font-size:.75rem;max-height:24rem;background:var(--raised);padding:.6rem;border-radius:6px}pre.commands{white-space:pre-wrap;overflow-wrap:anywhere}
.tip{position:fixed;z-index:5;pointer-events:none;white-space:pre-line;background:var(--raised);color:var(--ink);border:1px solid var(--line);border-radius:6px;padding:.3rem .6rem;font-size:.8rem;max-width:24rem;box-shadow:0 2px 8px #0003}
.panel{position:fixed;z-index:4;right:1rem;bottom:1rem;width:min(30rem,calc(100vw - 2rem));max-height:36vh;overflow:auto;background:var(--page);border:1px solid var(--soft);border-radius:10px;padding:.6rem .8rem;box-shadow:0 4px 18px #0005}.panel table{width:100%}
.panel-head{display:flex;gap:.4rem;align-items:center}.panel-head b{flex:1}.panel-head button{font:inherit;min-width:2rem;background:var(--raised);color:var(--ink);border:1px solid var(--line);border-radius:6px;cursor:pointer}.panel td:first-child{text-align:left}
@media(max-width:48rem){header{grid-template-columns:minmax(0,1fr)}.heads{display:none}.candidate{grid-template-columns:minmax(0,1fr);gap:.35rem}.strip .what{display:inline;font-size:.75rem;color:var(--soft)}.strip .figures{float:right}.strip{display:grid;grid-template-columns:1fr auto}.strip svg{grid-column:1/-1;grid-row:2}nav.legend{position:static}.solvers .family{display:none}
.scroll:has(.solvers)::before{content:"More columns to the right: scroll sideways.";display:block;position:sticky;left:0;font-size:.8rem;color:var(--soft)}.solvers th,.solvers td{padding:.3rem .35rem}.solvers thead th{min-width:3rem}}
@media(max-width:30rem){svg.chart:not(.histogram) text{font-size:15px}svg.chart .note,.mark-label{font-size:14px!important}}
@media print{@page{margin:14mm}body{max-width:none;padding:0;font-size:11pt}nav.legend .chip:not(.on),.hint,.tip,.panel,details{display:none}nav.legend{position:static}figure,.candidate,tr{break-inside:avoid}h2,h3,.note{break-after:avoid}.charts{grid-template-columns:1fr 1fr}.charts.small{grid-template-columns:repeat(4,1fr)}table{font-size:7pt}svg.chart:not(.histogram) text{font-size:15px}svg.chart .note,.mark-label{font-size:14px!important}.scroll:has(.solvers)::before{content:none}.solvers th,.solvers td{padding:.15rem .25rem;min-width:0}.scroll{overflow:visible}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
