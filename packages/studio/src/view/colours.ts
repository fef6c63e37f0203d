/**
 * Colours of joules and of branches. Joules go from cool to hot, and from pale to dark (light theme) or dark to bright (dark theme)
 * without a turn, so that the order survives greyscale and colour blindness.
 */
export type Theme = 'light' | 'dark';

const JOULES: Record<Theme, readonly string[]> = {
  light: ['#c9d3df', '#9db4d0', '#c78f5a', '#c4512d', '#7d0f12'],
  dark: ['#4f6381', '#6a7fb3', '#aa74a8', '#e58069', '#ffcb5e'],
};

/** Colours of branches by number. Those near the hot end of the joules come last; each has contrast 3:1 to both backgrounds. */
export const BRANCH_COLOURS = ['#2f7fd1', '#168a5b', '#b44a97', '#7b68c8', '#8a7a1e', '#d1700f'];
export const branchColour = (id: number): string => BRANCH_COLOURS[id % BRANCH_COLOURS.length]!;

/** Powers of ten that the scale spans, J. */
export const SCALE_FROM = -24;
export const SCALE_TO = 0;

/** 0 to 1 along the scale; what is below its start, and zero, is 0. */
export function place(joules: number): number {
  if (!(joules > 0)) return Number.isNaN(joules) ? 1 : 0;
  return Math.min(1, Math.max(0, (Math.log10(joules) - SCALE_FROM) / (SCALE_TO - SCALE_FROM)));
}

/** Red, green and blue, 0 to 1. */
export function jouleColour(share: number, theme: Theme): [number, number, number] {
  const stops = JOULES[theme];
  const at = share * (stops.length - 1);
  const k = Math.min(stops.length - 2, Math.floor(at));
  const [p, q] = [channels(stops[k]!), channels(stops[k + 1]!)];
  return [0, 1, 2].map((c) => p[c]! + (at - k) * (q[c]! - p[c]!)) as [number, number, number];
}

function channels(hex: string): [number, number, number] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];
}
