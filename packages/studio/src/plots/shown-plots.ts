/** Plots that are on the screen, for the dialog that saves them. */
import type { PlotProps } from './plot.tsx';

export interface ShownPlot {
  readonly props: PlotProps;
  readonly canvas: HTMLCanvasElement;
}

const shown = new Set<() => ShownPlot | null>();

/** @param plot what it shows now; null before it is drawn. Returns what takes it from the list. */
export function listPlot(plot: () => ShownPlot | null): () => void {
  shown.add(plot);
  return () => void shown.delete(plot);
}

export const shownPlots = (): ShownPlot[] => [...shown].flatMap((plot) => plot() ?? []);
