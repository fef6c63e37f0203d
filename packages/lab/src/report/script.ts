/**
 * The script of the page: emphasises solvers, names points, shows one problem in every chart, sorts tables. It reads the
 * data from the page's own text, builds nodes and text only, and asks no network; without it the page reads the same.
 */
export const REPORT_SCRIPT = String.raw`'use strict';
(() => {
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const make = (name, attributes, parent, text) => {
  const svg = parent instanceof SVGElement;
  const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
};
document.documentElement.classList.add('js');

// sorted by a click on a heading: figures by size with the least first, what is not finite last
for (const table of all('table.sortable')) {
  const body = table.tBodies[0], heads = all('thead th', table);
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    const sort = () => {
      const up = head.getAttribute('aria-sort') !== 'ascending';
      for (const other of heads) other.removeAttribute('aria-sort');
      head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
      const value = (row) => row.cells[column].dataset.v;
      const number = (text) => (text === '' ? Infinity : Number(text));
      const texts = [...body.rows].some((row) => Number.isNaN(number(value(row))));
      const order = (p, q) => (texts ? value(p).localeCompare(value(q)) : number(value(p)) - number(value(q)) || 0);
      body.append(...[...body.rows].sort((p, q) => (up ? order(p, q) : order(q, p))));
    };
    head.addEventListener('click', sort);
    head.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      sort();
    });
  });
}

// emphasis: a chip switches it on and off, hovering shows it for the moment
const marks = new Map();
for (const node of all('[data-s].m')) marks.set(node.dataset.s, [...(marks.get(node.dataset.s) ?? []), node]);
const mark = (solver, name, on) => {
  for (const node of marks.get(solver) ?? []) {
    node.classList.toggle(name, on);
    if (on && node.closest('.marks')) node.parentNode.append(node);
  }
};
for (const chip of all('.chip')) {
  const solver = chip.dataset.s;
  const show = (on) => { chip.classList.toggle('on', on); chip.setAttribute('aria-pressed', on); mark(solver, 'on', on); };
  chip.setAttribute('aria-pressed', chip.classList.contains('on'));
  chip.addEventListener('click', () => show(!chip.classList.contains('on')));
}
for (const node of all('.chip, table.solvers tr[data-s]')) {
  node.addEventListener('pointerenter', () => mark(node.dataset.s, 'hot', true));
  node.addEventListener('pointerleave', () => mark(node.dataset.s, 'hot', false));
}

// the data: one row per solve
const cells = (line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
const figure = (text) => (text === '' ? null : Number(text));
const problems = document.getElementById('problems').textContent.split('\n').map((line) => {
  const at = line.indexOf(' ');
  return { step: Number(line.slice(0, at)), name: line.slice(at + 1) };
});
const ranks = new Map(all('.chip').map((chip) => [chip.dataset.name, chip.dataset.s]));
const rows = document.getElementById('data').textContent.trim().split('\n').slice(1).map((line) => {
  const [problem, solver, status, direct, iterative, ms, energy, friction, path] = cells(line);
  const row = { place: problem - 1, solver, status, direct: figure(direct), iterative: figure(iterative), time: figure(ms), energy: figure(energy), friction: figure(friction), path };
  row.step = problems[row.place].step;
  row.rank = ranks.get(solver);
  row.larger = row.energy === null || row.friction === null ? null : Math.max(row.energy, row.friction);
  return row;
}).filter(({ status }) => status !== 'refused');
const tolerance = Number(document.body.dataset.tolerance);
const quickest = new Map();
for (const { place, time, larger } of rows)
  if (time !== null && larger !== null && larger <= tolerance) quickest.set(place, Math.min(quickest.get(place) ?? Infinity, time));
for (const row of rows) row.ratio = quickest.has(row.place) && row.larger !== null && row.larger <= tolerance ? (row.time === quickest.get(row.place) ? 1 : row.time / quickest.get(row.place)) : undefined;

const position = ({ column, domain: [lo, hi], ends }, row) => {
  const value = row[column];
  if (value === undefined) return undefined;
  if (!ends) return (value - lo) / (hi - lo);
  const at = value === null ? (ends.lost ?? ends.hi) : value > 0 ? Math.log10(value) : (ends.zero ?? ends.lo);
  return (at - lo) / (hi - lo);
};
const short = (value) => {
  if (value === null) return 'not finite';
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(1).split('e');
  const power = Number(exponent);
  if (power >= -1 && power <= 2) return String(Number(value.toPrecision(2)));
  return mantissa.replace(/\.0$/, '') + 'e' + (power < 0 ? '-' : '+') + String(Math.abs(power)).padStart(2, '0');
};
const nameOf = (place) => (document.getElementById('problems').dataset.title === 'step' ? 'step ' + problems[place].step : problems[place].name);
const unit = document.body.dataset.unit;

// points name themselves; a click picks their problem
const tip = make('div', { class: 'tip', role: 'status', hidden: '' }, document.body);
const charts = all('svg[data-chart]').map((svg) => {
  const { x, y, box: [left, top, width, height] } = JSON.parse(svg.dataset.axes);
  const places = y.column === 'share' ? [] : rows.map((row) => ({ row, x: left + width * position(x, row), y: top + height * (1 - position(y, row)) }));
  return { svg, x, y, left, top, width, height, places };
});
const nearest = ({ svg, places }, event) => {
  const box = svg.viewBox.baseVal, frame = svg.getBoundingClientRect();
  const scale = box.width / frame.width;
  const px = (event.clientX - frame.left) * scale, py = (event.clientY - frame.top) * scale;
  let best, least = 14 * 14;
  for (const place of places) {
    const lit = marks.get(place.row.rank)?.[0].classList;
    const penalty = lit?.contains('on') || lit?.contains('hot') ? 1 : 2.5;
    const distance = ((place.x - px) ** 2 + (place.y - py) ** 2) * penalty;
    if (distance < least) [best, least] = [place.row, distance];
  }
  return best;
};
let hot;
for (const chart of charts) {
  chart.svg.addEventListener('pointermove', (event) => {
    const row = nearest(chart, event);
    if (hot !== row?.rank) { if (hot !== undefined) mark(hot, 'hot', false); hot = row?.rank; if (hot !== undefined) mark(hot, 'hot', true); }
    tip.hidden = !row;
    if (!row) return;
    tip.textContent = row.solver + ', ' + nameOf(row.place) + '\n' + short(row.time) + ' ms, energy ' + short(row.energy) + ' ' + unit + ', friction ' + short(row.friction) + ' ' + unit + '\n' + row.status + (row.path ? ', by ' + row.path : '');
    const { innerWidth } = window, wide = tip.offsetWidth;
    tip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - wide - 8)) + 'px';
    tip.style.top = event.clientY + 16 + 'px';
  });
  chart.svg.addEventListener('pointerleave', () => { tip.hidden = true; if (hot !== undefined) mark(hot, 'hot', false); hot = undefined; });
  chart.svg.addEventListener('click', (event) => { const row = nearest(chart, event); if (row) pick(row.place); });
}

// one problem in every chart, and its rows in a panel
const panel = make('aside', { class: 'panel', hidden: '', 'aria-label': 'one problem' }, document.body);
const color = (rank) => getComputedStyle(document.getElementById('m' + rank)).getPropertyValue('--c');
function pick(place) {
  const own = place === undefined ? [] : rows.filter((row) => row.place === place);
  for (const { svg, x, y, width, height, left, top } of charts) {
    const layer = svg.querySelector('.picked');
    layer.replaceChildren();
    if (x.column === 'step' && own.length > 0) {
      const at = width * position(x, own[0]);
      make('path', { class: 'picked-line', d: 'M' + at + ' 0V' + height }, layer);
    }
    for (const row of own) {
      const px = position(x, row);
      if (px === undefined) continue;
      if (y.column === 'share') make('path', { class: 'picked-tick', d: 'M' + width * px + ' ' + height + 'v-9', style: 'stroke:' + color(row.rank) }, layer);
      else make('circle', { class: 'picked-ring', cx: width * px, cy: height * (1 - position(y, row)), r: 4.5, style: 'stroke:' + color(row.rank) }, layer);
    }
  }
  for (const svg of all('svg[data-histogram]')) {
    const layer = svg.querySelector('.picked'), { kind, first, last, box: [left, top, width, height] } = JSON.parse(svg.dataset.axes);
    layer.replaceChildren();
    for (const row of own.filter(({ rank }) => rank === svg.dataset.histogram)) {
      const at = left + (width * ((row[kind] ?? 0) - first)) / (last - first);
      make('path', { class: 'picked-flag', d: 'M' + at + ' ' + (top + height) + 'l-4 7h8z' }, layer);
    }
  }
  show(place, own);
}
function show(place, own) {
  panel.hidden = place === undefined;
  panel.replaceChildren();
  if (place === undefined) return;
  const head = make('div', { class: 'panel-head' }, panel);
  make('b', {}, head, problems[place].name);
  const go = (text, label, target) => {
    const button = make('button', { type: 'button', 'aria-label': label }, head, text);
    button.disabled = target !== undefined && !problems[target];
    button.addEventListener('click', () => pick(target));
  };
  go('‹', 'previous problem', place - 1);
  go('›', 'next problem', place + 1);
  go('×', 'close', undefined);
  const table = make('table', {}, make('div', { class: 'scroll' }, panel));
  const line = (parent, name, texts) => { const row = make('tr', {}, parent); for (const text of texts) make(name, {}, row, text); };
  line(make('thead', {}, table), 'th', ['solver', 'time, ms', 'energy, ' + unit, 'friction, ' + unit, 'status']);
  const body = make('tbody', {}, table);
  for (const row of own.toSorted((p, q) => (p.time ?? Infinity) - (q.time ?? Infinity)))
    line(body, 'td', [row.solver, short(row.time), short(row.energy), short(row.friction), row.status]);
}
document.addEventListener('keydown', ({ key }) => { if (key === 'Escape') pick(undefined); });
})();
`;
