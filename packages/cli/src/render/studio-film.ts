/** The studio's view without a window: a run or a scene brought to its frames, as a video or as pictures. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileError } from '@signorini/lab/node';
import { UsageError } from '../io.ts';
import { type Opened, type RunningServer, serveStudio } from '../studio-server.ts';
import { Browser, PageError } from './chromium.ts';

export interface FilmPlan {
  readonly from: number;
  /** null: the last step of the record. */
  readonly to: number | null;
  readonly fps: number;
  readonly speed: number;
  readonly width: number;
  readonly height: number;
  readonly caption: boolean;
  readonly side: string;
}

/** The scene or recorded run that the page shows. */
export interface FilmScene {
  /** For sentences. */
  readonly name: string;
  readonly opened: Opened | undefined;
  /** The page's `RunSpec` and `Setup` of a scene. */
  readonly spec: unknown;
  readonly setup: unknown;
  readonly look: { readonly colourBy: string; readonly dark: boolean };
}

export interface Verdict {
  readonly same: boolean;
  readonly sentence: string;
}

/** The name of a picture of a film. */
export const isFrame = (name: string): boolean => /^frame-\d{5,}\.png$/.test(name);

const POLL = 100; // ms
const PIECE = 3e6; // bytes of a video that are handed over at a time

/** The page with a run in it. The caller must close it. */
export class StudioFilm {
  private readonly server: RunningServer;
  private readonly browser: Browser;

  private constructor(server: RunningServer, browser: Browser) {
    this.server = server;
    this.browser = browser;
  }

  /** @throws UsageError, FileError */
  static async open(executable: string, folder: string, scene: FilmScene): Promise<StudioFilm> {
    const server = await serveStudio(folder, { opened: scene.opened });
    try {
      const browser = await Browser.start(executable);
      const film = new StudioFilm(server, browser);
      try {
        await film.begin(scene);
        return film;
      } catch (error) {
        await browser.close();
        throw error;
      }
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** Runs a recorded run again. @throws FileError if it cannot be read */
  async rerun(name: string, progress: (done: number, total: number) => void): Promise<Verdict> {
    for (;;) {
      const { verdict, busy, error } = await this.value<{
        readonly verdict: Verdict | null;
        readonly busy: { readonly done: number; readonly total: number } | null;
        readonly error: string | null;
      }>(
        "(({ files, state }) => ({ verdict: files.verdict, busy: state.busy, error: state.notices.find(({ kind }) => kind === 'error')?.text ?? null }))(studio)",
      );
      if (verdict) return verdict;
      if (error !== null) throw new FileError(name, error.replace(`${name}: `, ''));
      if (busy) progress(busy.done, busy.total);
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }

  /** The steps that the run has. */
  head(): Promise<number> {
    return this.value('Math.max(...studio.state.branches.map(({ head }) => head))');
  }

  /** Whatever the page offers: for scripts that fork and choose. */
  value<T>(expression: string): Promise<T> {
    return this.browser.value<T>(expression);
  }

  /** A file of its own per frame. Returns their number. */
  async pictures(folder: string, plan: FilmPlan, progress: (done: number, total: number) => void): Promise<number> {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (isFrame(name)) rmSync(join(folder, name));
    let made = 0;
    for await (const { frame, count, picture } of this.frames(plan)) {
      writeFileSync(join(folder, `frame-${String(frame + 1).padStart(5, '0')}.png`), picture);
      made = frame + 1;
      progress(made, count);
    }
    return made;
  }

  /** Every frame as a picture. @param type image/png, or image/webp with a quality */
  async *frames(
    plan: FilmPlan,
    type = 'image/png',
    quality = 1,
  ): AsyncGenerator<{ frame: number; step: number; count: number; picture: Buffer }> {
    await this.value(`(async () => {
      globalThis.tools = await studio.files.tools();
      globalThis.plan = ${JSON.stringify(plan)};
      globalThis.list = tools.frames(studio, studio.files.stage, plan);
    })()`);
    const next = `list.next().then(async ({ done, value }) =>
      done ? null : { ...value, picture: await tools.framePicture(studio, studio.files.stage, plan, '${type}', ${quality}) })`;
    for (;;) {
      const one = await this.value<{ frame: number; step: number; count: number; picture: string } | null>(next);
      if (!one) return;
      yield { ...one, picture: Buffer.from(one.picture, 'base64') };
    }
  }

  /** @param container null: whichever the browser encodes */
  async video(
    plan: FilmPlan,
    container: 'mp4' | 'webm' | null,
    progress: (done: number, total: number) => void,
  ): Promise<{ content: Buffer; codec: string; container: string; frames: number }> {
    await this.value(`void (async () => {
      globalThis.made = { done: 0, total: 1, video: null, error: null };
      try {
        const { videoOf } = await studio.files.tools();
        const plan = { ...${JSON.stringify(plan)}, container: ${JSON.stringify(container)} };
        const progress = (done, total) => Object.assign(made, { done, total });
        made.video = await videoOf(studio, studio.files.stage, plan, progress, () => false);
      } catch (error) {
        made.error = error.message;
      }
    })()`);
    for (;;) {
      const state = await this.value<{ done: number; total: number; length: number | null; error: string | null }>(
        '({ done: made.done, total: made.total, length: made.video?.content.length ?? null, error: made.error })',
      );
      if (state.error !== null) throw new PageError(state.error);
      progress(state.done, state.total);
      if (state.length !== null) return this.fetched(state.length);
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.server.close();
  }

  private async fetched(
    length: number,
  ): Promise<{ content: Buffer; codec: string; container: string; frames: number }> {
    const parts: Buffer[] = [];
    for (let at = 0; at < length; at += PIECE)
      parts.push(
        Buffer.from(
          await this.value<string>(
            `studio.files.tools().then(({ base64Of }) => base64Of(new Blob([made.video.content.subarray(${at}, ${at + PIECE})])))`,
          ),
          'base64',
        ),
      );
    const facts = await this.value<{ codec: string; container: string; frames: number }>(
      '(({ codec, container, frames }) => ({ codec, container, frames }))(made.video)',
    );
    return { content: Buffer.concat(parts), ...facts };
  }

  private async begin({ spec, setup, look, opened }: FilmScene): Promise<void> {
    await this.browser.open(`${this.server.address}${opened?.kind === 'file' ? '' : '#play=no'}`);
    const ready = 'Boolean(globalThis.studio?.files.stage || globalThis.studio?.state.viewless)';
    while (!(await this.value<boolean>(ready))) await new Promise((resolve) => setTimeout(resolve, POLL));
    const viewless = await this.value<string | null>('studio.state.viewless');
    if (viewless !== null) throw new UsageError(`render: expected a Chromium that draws, found: ${viewless}`);
    const theme = look.dark ? 'dark' : 'light';
    await this.value(`void studio.store.set(${JSON.stringify({ colourBy: look.colourBy, dark: look.dark, theme })})`);
    if (spec === null) return;
    await this.value(`void studio.open(${JSON.stringify(spec)}, ${JSON.stringify(setup)}, false)`);
    const open = `(({ state, files }) => ({
      there: state.scene !== null && state.shown[0]?.step === 0 && JSON.stringify(state.spec) === ${JSON.stringify(JSON.stringify(spec))},
      error: state.notices.find(({ kind }) => kind === 'error')?.text ?? null,
    }))(studio)`;
    for (;;) {
      const { there, error } = await this.value<{ there: boolean; error: string | null }>(open);
      if (error !== null) throw new UsageError(error);
      if (there) return;
      await new Promise((resolve) => setTimeout(resolve, POLL));
    }
  }
}
