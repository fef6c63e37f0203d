// Random seeks: whether the step that is shown is the right one, to its bits, how long it takes, and what thousands leave behind.
import { loadavg } from 'node:os';
import { createWorld, Rng } from '@signorini/engine';
import { findScene } from '@signorini/engine/scenes';
import { median } from '../timing.mjs';
import { workerTimes } from './main-thread.mjs';
import { StudioPage } from './page.mjs';

const PILE = { name: 'sphere-pile', parameters: { count: 200 }, steps: 300 };
const SEEKS = 200;
const MANY = 5000; // seeks, unless --seeks asks for another number

/** In the page: seeks one step after another, each until it is shown; returns ms, step and hash of each. */
const SEEK = `async (steps) => {
  const answers = [];
  for (const step of steps) {
    performance.mark('seek');
    const start = performance.now();
    if (studio.state.shown[0].step !== step)
      await new Promise((done) => {
        const stop = studio.store.listen(() => {
          if (studio.state.shown[0].step !== step) return;
          stop();
          done();
        });
        studio.seek(step);
      });
    const [{ hash }] = studio.state.shown;
    answers.push({ ms: performance.now() - start, step, hash });
  }
  performance.clearMarks();
  return answers;
}`;

export const seek = (studio, steps) => studio.page.evaluate(`(${SEEK})(${JSON.stringify(steps)})`);

export function randomSteps(count, head, seed) {
  const rng = new Rng(seed);
  return Array.from({ length: count }, () => 1 + Math.floor(rng.uniform(0, head)));
}

export async function measureSeeks(browser, address) {
  const studio = await StudioPage.open(browser, address);
  const { name, parameters, steps } = PILE;
  await studio.scene(name, parameters);
  await studio.playTo(steps);
  const head = await studio.get('state.branches[0].head');
  await seek(studio, randomSteps(20, head, 2)); // code that is compiled once
  let answers = [];
  const worker = await workerTimes(studio, 'seek', async () => {
    answers = await seek(studio, randomSteps(SEEKS, head, 1));
  });
  const stepMs = await studio.get('studio.figures.of(main.branch).columns.stepMs');
  const { keyframes, bytes } = await studio.get('state.memory');
  await studio.close();
  const right = hashes(name, parameters, head);
  return {
    scene: name,
    bodies: parameters.count,
    steps: head,
    seeks: SEEKS,
    keyframes,
    bytes,
    right: answers.filter(({ step, hash }) => hash === right[step]).length,
    ms: spread(answers.map((one) => one.ms)),
    workerCpuMs: spread(worker),
    stepMs: spread(stepMs),
    load: loadavg()[0],
  };
}

function spread(values) {
  const sorted = values.toSorted((p, q) => p - q);
  return { median: median(sorted), p95: sorted[Math.floor(0.95 * sorted.length)], longest: sorted.at(-1) };
}

/** Hashes of the same run in Node, by step. */
function hashes(name, parameters, steps) {
  const world = createWorld(findScene(name), { parameters });
  const list = [world.hash()];
  while (list.length <= steps) {
    world.step();
    list.push(world.hash());
  }
  return list;
}

/** Heaps of the page and of its worker after a collection, with the memory that their arrays have elsewhere. */
export async function measureMemory(browser, address, argv) {
  const many = argv.includes('--seeks') ? Number(argv[argv.indexOf('--seeks') + 1]) : MANY;
  if (!(many >= 10)) throw new Error(`studio: --seeks: expected a number >= 10, found ${many}`);
  const part = Math.floor(many / 10);
  const studio = await StudioPage.open(browser, address);
  await studio.playTo(300);
  const head = await studio.get('state.branches[0].head');
  const heaps = await HeapReader.of(studio.page);
  const list = [];
  await seek(studio, randomSteps(part, head, 1)); // what is made once is made
  for (let done = 0; done <= 10 * part; done += part) {
    if (done > 0) await seek(studio, randomSteps(part, head, done));
    list.push({ seeks: done, ...(await heaps.read()), history: await studio.get('state.memory.bytes') });
  }
  await studio.close();
  return { scene: 'brick-wall', steps: head, list };
}

class HeapReader {
  constructor(session, worker) {
    this.session = session;
    this.worker = worker;
    this.asked = 0;
  }

  static async of(page) {
    const session = await page.context().newCDPSession(page);
    const attached = new Promise((resolve) => session.once('Target.attachedToTarget', resolve));
    await session.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
    const { sessionId } = await attached;
    return new HeapReader(session, sessionId);
  }

  async read() {
    const page = async (method) => this.session.send(method);
    const worker = (method) => this.askWorker(method);
    return { page: await heapOf(page), worker: await heapOf(worker) };
  }

  askWorker(method) {
    this.asked++;
    const id = this.asked;
    return new Promise((resolve, reject) => {
      const hear = ({ sessionId, message }) => {
        const answer = JSON.parse(message);
        if (sessionId !== this.worker || answer.id !== id) return;
        this.session.off('Target.receivedMessageFromTarget', hear);
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
        else resolve(answer.result);
      };
      this.session.on('Target.receivedMessageFromTarget', hear);
      const message = JSON.stringify({ id, method });
      this.session.send('Target.sendMessageToTarget', { sessionId: this.worker, message }).catch(reject);
    });
  }
}

/** Bytes. */
async function heapOf(ask) {
  for (let k = 0; k < 2; k++) await ask('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = await ask('Runtime.getHeapUsage');
  return usedSize + backingStorageSize;
}
