/**
 * A logarithmic axis that has room for what a logarithm has no place for: exact zeros stand below a gap at its lower
 * end, labelled 0, and figures that are not finite above one at its upper end. Positions are powers of ten.
 */
export interface LogAxis {
  /** Where a figure stands. */
  readonly at: (value: number | null) => number;
  readonly domain: readonly [number, number];
  readonly ticks: readonly (readonly [at: number, label: string])[];
  /** The band of the finite positive figures; where zeros and what is not finite stand, undefined if there are none. */
  readonly ends: { readonly lo: number; readonly hi: number; readonly zero?: number; readonly lost?: number };
  /** Vega-Lite's axis: ticks and their labels. */
  readonly axis: { readonly values: readonly number[]; readonly labelExpr: string };
  /** The middle of a gap: where to draw the line that parts zeros, or what is not finite, from the numbers. */
  readonly breaks: readonly number[];
}

const MOST_TICKS = 7;

/** @param also figures that must lie inside, for example a tolerance. */
export function logAxis(values: readonly (number | null)[], also: readonly number[] = []): LogAxis {
  const finite = [...values, ...also].filter((v) => v !== null && Number.isFinite(v));
  const powers = finite.filter((v): v is number => v !== null && v > 0).map((v) => Math.log10(v));
  const least = powers.reduce((p, q) => Math.min(p, q), Infinity);
  const most = powers.reduce((p, q) => Math.max(p, q), -Infinity);
  const lo = powers.length === 0 ? -1 : Math.floor(least + 1e-9);
  const hi = powers.length === 0 ? 0 : Math.max(lo + 1, Math.ceil(most - 1e-9));
  const gap = Math.max(0.3, 0.12 * (hi - lo));
  const zero = values.some((v) => v !== null && v <= 0) ? lo - gap : undefined;
  const lost = values.some((v) => v === null || !Number.isFinite(v)) ? hi + gap : undefined;
  const labels: [number, string][] = ticksOf(lo, hi).map((power) => [power, powerLabel(power)]);
  if (zero !== undefined) labels.unshift([zero, '0']);
  if (lost !== undefined) labels.push([lost, 'not finite']);
  const table = labels.map(([at, label]) => `abs(datum.value - (${at})) < 1e-6 ? '${label}' : `).join('');
  return {
    at: (v) => (v === null || !Number.isFinite(v) ? (lost ?? hi) : v > 0 ? Math.log10(v) : (zero ?? lo)),
    domain: [zero === undefined ? lo : zero - gap / 3, lost === undefined ? hi : lost + gap / 3],
    ticks: labels,
    ends: { lo, hi, ...(zero !== undefined && { zero }), ...(lost !== undefined && { lost }) },
    axis: { values: labels.map(([at]) => at), labelExpr: `${table}''` },
    breaks: [...(zero === undefined ? [] : [lo - gap / 2]), ...(lost === undefined ? [] : [hi + gap / 2])],
  };
}

/** Whole decades, every second or third of them if they are many; 2 and 5 between if they are few. */
function ticksOf(lo: number, hi: number): number[] {
  const step = [1, 2, 3, 4, 5, 10, 20, 50, 100].find((s) => (hi - lo) / s <= MOST_TICKS) ?? 200;
  const ticks: number[] = [];
  for (let k = Math.ceil(lo / step) * step; k <= hi; k += step) ticks.push(k === 0 ? 0 : k);
  if (hi - lo > 2) return ticks;
  const between = ticks.flatMap((k) => [Math.log10(2), Math.log10(5)].map((part) => k + part));
  return [...ticks, ...between].filter((k) => k <= hi).sort((p, q) => p - q);
}

/** 0.01 to 1000 in digits, the rest as powers: 10⁻¹². */
function powerLabel(power: number): string {
  const value = 10 ** power;
  if (power > -2.5 && power < 3.5) return String(Number(value.toPrecision(2)));
  const whole = Math.floor(power + 1e-9);
  const factor = Math.round(value / 10 ** whole);
  return `${factor === 1 ? '' : `${factor}·`}10${superscript(whole)}`;
}

function superscript(n: number): string {
  return String(n).replace(/./g, (c) => (c === '-' ? '⁻' : ('⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)] ?? c)));
}

/** A channel of a Vega-Lite chart on a logarithmic axis; the field has the channel's name. */
export function axisOf(field: string, { domain, axis }: LogAxis, title: string) {
  return { field, type: 'quantitative', scale: { domain, nice: false, zero: false }, axis: { ...axis, title } };
}
