/** Finds a codec that this browser really encodes at a size, by trying one frame: browsers claim more than they do. */

export interface ChosenCodec {
  /** Its name in mediabunny. */
  readonly name: 'avc' | 'vp9' | 'av1' | 'vp8';
  readonly container: 'mp4' | 'webm';
  readonly config: VideoEncoderConfig;
}

/** ms that one frame may take. */
const PATIENCE = 5000;

/** Baseline levels by the pixels of a frame; above the last none is asked for. */
const AVC_LEVELS: readonly (readonly [number, string])[] = [
  [1280 * 720, '1f'],
  [1920 * 1088, '28'],
  [4096 * 2304, '33'],
];

function candidates(width: number, height: number): Pick<ChosenCodec, 'name' | 'container'> & { codec: string }[] {
  const level = AVC_LEVELS.find(([pixels]) => width * height <= pixels)?.[1];
  return [
    ...(level ? [{ name: 'avc', container: 'mp4', codec: `avc1.4200${level}` } as const] : []),
    { name: 'vp9', container: 'webm', codec: 'vp09.00.41.08' },
    { name: 'av1', container: 'webm', codec: 'av01.0.09M.08' },
    { name: 'vp8', container: 'webm', codec: 'vp8' },
  ] as never;
}

/**
 * The first that encodes a frame; `mp4` or `webm` alone if asked for.
 * @throws Error with a sentence if there is none
 */
export async function chooseCodec(
  size: { readonly width: number; readonly height: number; readonly fps: number; readonly bitrate: number },
  container: 'mp4' | 'webm' | null = null,
): Promise<ChosenCodec> {
  if (typeof VideoEncoder === 'undefined')
    throw new Error('This browser has no WebCodecs, which a video needs: save pictures, or use `signorini render`.');
  const tried: string[] = [];
  const list = candidates(size.width, size.height) as unknown as (ChosenCodec & { readonly codec: string })[];
  for (const { name, container: own, codec } of list) {
    if (container !== null && container !== own) continue;
    const { width, height, fps: framerate, bitrate } = size;
    const config: VideoEncoderConfig = {
      codec,
      width,
      height,
      framerate,
      bitrate,
      ...(name === 'avc' && { avc: { format: 'avc' } }),
    };
    if (await encodesOne(config)) return { name, container: own, config };
    tried.push(name);
  }
  throw new Error(
    `This browser encodes no video of ${size.width} × ${size.height} pixels (tried ${tried.join(', ')}): ask for a smaller one, or save pictures.`,
  );
}

async function encodesOne(config: VideoEncoderConfig): Promise<boolean> {
  const support = await VideoEncoder.isConfigSupported(config).catch(() => null);
  if (!support?.supported) return false;
  let chunks = 0;
  const encoder = new VideoEncoder({ output: () => void chunks++, error: () => {} });
  try {
    encoder.configure(config);
    const canvas = new OffscreenCanvas(config.width, config.height);
    canvas.getContext('2d')!.fillRect(0, 0, config.width, config.height);
    const frame = new VideoFrame(canvas, { timestamp: 0 });
    encoder.encode(frame, { keyFrame: true });
    frame.close();
    await Promise.race([encoder.flush(), new Promise((_, reject) => setTimeout(reject, PATIENCE))]);
    return chunks > 0;
  } catch {
    return false;
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
}
