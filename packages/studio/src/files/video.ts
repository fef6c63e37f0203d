/** A video of the run: the view frame by frame, encoded by the browser, put into a file by mediabunny. */
import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';
import type { FileHost } from '../session/file-host.ts';
import { type FilmPlan, frames } from './film.ts';
import { canvasOf, drawPicture, type PictureOptions, type StageHandle } from './picture.ts';
import { type ChosenCodec, chooseCodec } from './video-codec.ts';

export interface VideoPlan extends FilmPlan, PictureOptions {
  /** null: whichever this browser encodes. */
  readonly container: 'mp4' | 'webm' | null;
}

export interface Video {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly codec: ChosenCodec['name'];
  readonly container: ChosenCodec['container'];
  readonly frames: number;
}

/** Bits per pixel and frame: edges stay sharp, and flat ground costs nothing. */
const BITS_PER_PIXEL = 0.12;
const KEY_EVERY = 2; // s
const MOST_WAITING = 8; // frames in the encoder

const bitrateOf = ({ width, height, fps }: Pick<VideoPlan, 'width' | 'height' | 'fps'>): number =>
  Math.round(Math.max(4e5, BITS_PER_PIXEL * width * height * fps));

/** Undefined if it was cancelled. @throws Error with a sentence */
export async function videoOf(
  session: FileHost,
  stage: StageHandle,
  plan: VideoPlan,
  progress: (done: number, total: number) => void,
  cancelled: () => boolean,
): Promise<Video | undefined> {
  const { fps, width, height } = plan;
  const chosen = await chooseCodec({ width, height, fps, bitrate: bitrateOf(plan) }, plan.container);
  const target = new BufferTarget();
  const format = chosen.container === 'mp4' ? new Mp4OutputFormat({ fastStart: 'in-memory' }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  const source = new EncodedVideoPacketSource(chosen.name);
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  const encoder = new FrameEncoder(chosen.config, source);
  const canvas = canvasOf(width, height);
  const context = canvas.getContext('2d', { alpha: false })!;
  let made = 0;
  try {
    for await (const { frame, count } of frames(session, stage, plan)) {
      if (cancelled()) {
        await output.cancel();
        return undefined;
      }
      drawPicture(context, stage, session, plan);
      await encoder.add(canvas, frame, fps);
      made = count;
      progress(frame + 1, count);
    }
    await encoder.finish();
    await output.finalize();
  } finally {
    encoder.close();
  }
  return { content: new Uint8Array(target.buffer!), codec: chosen.name, container: chosen.container, frames: made };
}

/** Frames in, packets out in order; waits if the encoder falls behind. */
class FrameEncoder {
  private readonly encoder: VideoEncoder;
  private readonly keyEvery: number;
  private failure: Error | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(config: VideoEncoderConfig, source: EncodedVideoPacketSource) {
    this.keyEvery = Math.max(1, Math.round(KEY_EVERY * (config.framerate ?? 30)));
    this.encoder = new VideoEncoder({
      output: (chunk, meta) => {
        const packet = EncodedPacket.fromEncodedChunk(chunk);
        this.writing = this.writing.then(() => source.add(packet, meta));
      },
      error: (error) => {
        this.failure = error;
      },
    });
    this.encoder.configure(config);
  }

  async add(canvas: HTMLCanvasElement, frame: number, fps: number): Promise<void> {
    while (this.encoder.encodeQueueSize > MOST_WAITING && !this.failure)
      await new Promise((resolve) => setTimeout(resolve, 5));
    this.expectWell();
    const second = 1e6 / fps; // microseconds
    const picture = new VideoFrame(canvas, {
      timestamp: Math.round(frame * second),
      duration: Math.round(second),
    });
    this.encoder.encode(picture, { keyFrame: frame % this.keyEvery === 0 });
    picture.close();
  }

  async finish(): Promise<void> {
    await this.encoder.flush();
    await this.writing;
    this.expectWell();
  }

  close(): void {
    if (this.encoder.state !== 'closed') this.encoder.close();
  }

  private expectWell(): void {
    if (this.failure) throw new Error(`The encoder failed: ${this.failure.message}`);
  }
}
