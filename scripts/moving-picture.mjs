// npm run moving-picture: docs/images/wall.webp, the README's moving picture, made by the studio's view without a window (after
// npm run build, with a Chromium): the wall under pgs without warm starts, coloured by joules, and from a fork on the same wall
// under auto as glass.
import { writeFileSync } from 'node:fs';
import { stdout } from 'node:process';
import { fileURLToPath } from 'node:url';
import { findChromium } from '../packages/cli/dist/render/chromium.js';
import { StudioFilm } from '../packages/cli/dist/render/studio-film.js';
import { studioFolder } from '../packages/cli/dist/studio-place.js';
import { animatedWebp } from './animated-webp.mjs';

const OUT = fileURLToPath(new URL('../docs/images/wall.webp', import.meta.url));
const FORK = 100; // step
const SIZE = { width: 640, height: 360 };
const FPS = 12;
const QUALITY = 0.72;
const PGS = { solver: 'pgs', options: {}, warmStart: false };
const AUTO = { solver: 'auto', options: {}, warmStart: true };
const WALL = {
  source: { kind: 'catalogue', name: 'brick-wall', parameters: {} },
  timeStep: null,
  frictionModel: null,
  integrator: null,
};

/** In the page: what changed since the last picture, as WebP, and where; x and y are even, as the format wants. */
const CHANGED = `async (plan) => {
  const canvas = tools.canvasOf(plan.width, plan.height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  tools.drawPicture(context, studio.files.stage, studio, plan);
  const pixels = new Uint32Array(context.getImageData(0, 0, plan.width, plan.height).data.buffer);
  const box = { left: plan.width, top: plan.height, right: 0, bottom: 0 };
  for (let y = 0, k = 0; y < plan.height; y++)
    for (let x = 0; x < plan.width; x++, k++)
      if (pixels[k] !== globalThis.lastPixels?.[k]) {
        box.left = Math.min(box.left, x - (x % 2));
        box.top = Math.min(box.top, y - (y % 2));
        box.right = Math.max(box.right, x + 1);
        box.bottom = Math.max(box.bottom, y + 1);
      }
  globalThis.lastPixels = pixels;
  if (box.right === 0) Object.assign(box, { left: 0, top: 0, right: 2, bottom: 2 });
  const part = tools.canvasOf(box.right - box.left, box.bottom - box.top);
  part.getContext('2d', { alpha: false }).drawImage(canvas, -box.left, -box.top);
  const blob = await new Promise((resolve) => part.toBlob(resolve, 'image/webp', ${QUALITY}));
  return { x: box.left, y: box.top, width: part.width, height: part.height, webp: await tools.base64Of(blob) };
}`;

async function* partsOf(film, plan) {
  await film.value(`(async () => {
    globalThis.tools = await studio.files.tools();
    globalThis.list = tools.frames(studio, studio.files.stage, ${JSON.stringify(plan)});
  })()`);
  for (;;) {
    const part = await film.value(
      `list.next().then(({ done }) => (done ? null : (${CHANGED})(${JSON.stringify(plan)})))`,
    );
    if (!part) return;
    yield { ...part, webp: Buffer.from(part.webp, 'base64') };
  }
}

async function until(film, condition) {
  while (!(await film.value(condition))) await new Promise((resolve) => setTimeout(resolve, 50));
}

const look = { colourBy: 'joules', dark: false };
const scene = { name: 'brick-wall', opened: undefined, spec: WALL, setup: PGS, look };
const film = await StudioFilm.open(await findChromium(), studioFolder(), scene);
try {
  const plan = { ...SIZE, fps: FPS, speed: 1, caption: true };
  const parts = [];
  const add = async (more) => {
    for await (const part of partsOf(film, { ...plan, ...more })) {
      parts.push(part);
      stdout.write(`\r${parts.length} pictures `);
    }
  };
  await add({ from: 40, to: FORK, side: 'free' });
  await film.value(`void studio.fork(${JSON.stringify(AUTO)})`);
  await until(film, 'studio.state.shown.length === 2');
  await film.value('void studio.choose(studio.state.shown[1].branch)'); // pgs is drawn in full, the fork as glass
  await until(film, "studio.state.shown.length === 2 && studio.state.setup.solver === 'pgs'");
  await add({ from: FORK + 5, to: 330 });
  const content = animatedWebp({ ...SIZE, milliseconds: Math.round(1000 / FPS), last: 2500 }, parts);
  writeFileSync(OUT, content);
  stdout.write(`${Math.ceil(content.length / 1000)} kB\n`);
} finally {
  await film.close();
}
