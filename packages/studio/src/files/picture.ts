/** Pictures: the view with what it shows written into it, or a plot. */
import { joules } from '../panels/numbers.ts';
import type { FileHost } from '../session/file-host.ts';

/** The view as it can be drawn at any size. */
export interface StageHandle {
  readonly canvas: HTMLCanvasElement;
  /** Pixels. */
  resize(width: number, height: number): void;
  /** Back to its size on the page. */
  restore(): void;
  /** Everything that moves in the middle, from a side. */
  fit(side: 'free' | 'front' | 'side' | 'top'): void;
  /** Draws the frame that is there, now. */
  draw(): void;
}

export interface PictureOptions {
  /** Pixels; even. */
  readonly width: number;
  readonly height: number;
  /** Step, time, solver and joules in a corner. */
  readonly caption: boolean;
}

interface Caption {
  readonly title: string;
  readonly lines: readonly string[];
}

/** The text written into a picture, about the step that is drawn. */
function captionOf({ state }: FileHost): Caption {
  const [main, ...others] = state.shown;
  if (!main) return { title: '', lines: [] };
  const nameOf = (id: number) => state.branches.find((one) => one.id === id)?.name ?? '';
  const glass = others.map(({ branch, energyError }) => `glass: ${nameOf(branch)}, ${joules(energyError)}`);
  return {
    title: `${nameOf(main.branch)}   ${joules(main.energyError)}`,
    lines: [`${state.scene?.title ?? ''}, step ${main.step}, ${main.time.toFixed(3)} s`, ...glass],
  };
}

/** The present frame of the view, drawn into a canvas. */
export function drawPicture(
  context: CanvasRenderingContext2D,
  stage: StageHandle,
  session: FileHost,
  { width, height, caption }: PictureOptions,
): void {
  stage.draw();
  context.drawImage(stage.canvas, 0, 0, width, height);
  if (!caption) return;
  const { title, lines } = captionOf(session);
  const dark = session.state.dark;
  const size = Math.max(11, Math.round(height / 32));
  const pad = size;
  context.textBaseline = 'top';
  context.fillStyle = dark ? '#e6eaee' : '#16202b';
  context.font = `600 ${Math.round(1.25 * size)}px system-ui, sans-serif`;
  context.fillText(title, pad, pad, width - 2 * pad);
  context.fillStyle = dark ? '#aab4be' : '#4a5663';
  context.font = `${size}px system-ui, sans-serif`;
  lines.forEach((line, k) => void context.fillText(line, pad, pad + (1.7 + 1.3 * k) * size, width - 2 * pad));
}

/** One frame of a film, base64. @param type image/png, or image/webp with a quality from 0 to 1 */
export async function framePicture(
  session: FileHost,
  stage: StageHandle,
  options: PictureOptions,
  type = 'image/png',
  quality = 1,
): Promise<string> {
  const canvas = canvasOf(options.width, options.height);
  drawPicture(canvas.getContext('2d', { alpha: false })!, stage, session, options);
  return base64Of(await pictureIn(canvas, type, quality));
}

/** For a program that drives the page. */
export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** PNG. @throws Error if the browser makes none of that size */
export async function pictureOf(session: FileHost, stage: StageHandle, options: PictureOptions): Promise<Blob> {
  const canvas = canvasOf(options.width, options.height);
  stage.resize(options.width, options.height);
  try {
    drawPicture(canvas.getContext('2d')!, stage, session, options);
  } finally {
    stage.restore();
  }
  return pngOf(canvas);
}

export function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  return canvas;
}

async function pictureIn(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  if (blob?.type !== type)
    throw new Error(`This browser makes no ${type} of ${canvas.width} × ${canvas.height} pixels.`);
  return blob;
}

const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> => pictureIn(canvas, 'image/png', 1);

/** A plot on its background: a canvas of uPlot is transparent. */
export async function plotPicture(plot: HTMLCanvasElement, background: string): Promise<Blob> {
  const canvas = canvasOf(plot.width, plot.height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = background;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(plot, 0, 0);
  return pngOf(canvas);
}
