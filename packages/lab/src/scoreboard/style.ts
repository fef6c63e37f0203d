/** Styles that the scoreboard adds to those of a report: bars and cells by the level that an answer reaches. */
export const SCORE_STYLE = `
body{max-width:84rem}
:root{--l16:#0a6b4c;--on16:#fff;--l8:#46a683;--on8:#06281c;--l4:#b9e0d0;--on4:#123528;--worse:#e6eaef;--onworse:#5a6675;--cut:#d9a13b;--oncut:#3d2900}
@media(prefers-color-scheme:dark){:root{--l16:#4fe0a4;--on16:#05271a;--l8:#26825f;--on8:#fff;--l4:#1d4a3a;--on4:#cdeee0;--worse:#2a323e;--onworse:#9aa7b8;--cut:#a06f12;--oncut:#fff}}
.l16{background:var(--l16);color:var(--on16)}.l8{background:var(--l8);color:var(--on8)}.l4{background:var(--l4);color:var(--on4)}
.worse{background:var(--worse);color:var(--onworse)}.cut{background:repeating-linear-gradient(45deg,var(--cut) 0 3px,transparent 3px 6px);color:var(--ink)}.failed{background:var(--cut);color:var(--oncut)}
.bar{display:flex;width:8.5rem;height:.95rem;margin-top:.15rem;border:1px solid var(--line);border-radius:2px;overflow:hidden}.bar i{display:block}
.key{display:flex;flex-wrap:wrap;gap:.35rem 1.1rem;margin:.75rem 0;font-size:.85rem;color:var(--soft);list-style:none;padding:0}
.key b{display:inline-block;min-width:1.7rem;margin-right:.4rem;padding:0 .25rem;border:1px solid var(--line);border-radius:2px;text-align:center;font-weight:600;font-size:.75rem}
td small,tbody th small{font-weight:400}
.wrap{white-space:normal;min-width:13rem}
table.matrix{border-collapse:separate;border-spacing:1px;font-size:.7rem}
table.matrix th,table.matrix td{border:0;padding:.1rem .25rem}
table.matrix td{min-width:1.55rem;text-align:center;font-weight:600}
table.matrix thead th{min-width:0;text-align:left;vertical-align:bottom;writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap;padding:.25rem .1rem}
table.matrix thead th:first-child{writing-mode:initial;transform:none;position:sticky;left:0;background:var(--page)}
table.matrix tbody th{padding-right:.6rem}
table.matrix tbody tr:hover td{outline:1px solid var(--soft)}
pre{background:var(--raised);padding:.75rem 1rem;overflow-x:auto;font-size:.85rem;border-radius:4px;max-width:46rem}
`;
