/**
 * The thread that talks to a program: starts it, writes a line, waits for a line, with limits of time and of bytes. The
 * thread that asks sleeps meanwhile, since solvers are synchronous; it gets `{ line }` or `{ failure }`, a sentence.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerData } from 'node:worker_threads';

const { command, flag, port } = workerData;
const GUARD = fileURLToPath(new URL('./guard.mjs', import.meta.url));
/** Longest timer of Node, ms. */
const FOREVER = 2 ** 31 - 1;
/** Bytes of stderr that are kept for the sentence. */
const REMEMBERED = 2000;
/** ms for a guard to end the program's group, which takes a few; then it is killed itself. */
const LONGEST_END = 5000;

const UNASKED = 'wrote a line that it was not asked for';

let running; // the program at work, if any
let given; // takes what the running program says next, if it was asked

class Program {
  constructor() {
    this.chunks = [];
    this.bytes = 0;
    this.errors = '';
    // in our own group: an interrupt at the terminal reaches it while the thread that asked sleeps, and ends the program
    this.guard = spawn(process.execPath, [GUARD, ...command], {
      stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
      windowsHide: true,
    });
    const { guard } = this;
    this.gone = new Promise((resolve) => {
      guard.once('error', resolve);
      guard.once('close', () => (guard.connected ? guard.once('disconnect', resolve) : resolve()));
    });
    this.ready = new Promise((resolve) => {
      guard.on('message', (report) => {
        if (report.ready) resolve();
        else this.report = report;
      });
    });
    guard.on('error', (error) => this.fail(`cannot be started: ${error.message}`));
    guard.stdin.on('error', () => this.fail('closed its stdin and does not take the question'));
    guard.stdout.on('error', () => {});
    guard.stderr.on('error', () => {});
    guard.stdout.on('data', (chunk) => this.take(chunk));
    guard.stderr.on('data', (chunk) => {
      this.errors = (this.errors + chunk.toString('latin1')).slice(-REMEMBERED);
    });
    guard.stdout.on('end', () => {
      // usually the end of the program, which the guard reports in a moment
      const timer = setTimeout(() => this.fail('closed its stdout without an answer'), 500);
      this.gone.then(() => {
        clearTimeout(timer);
        this.fail(endOf(this.report));
      });
    });
  }

  take(chunk) {
    if (this.failed) return;
    if (!given) {
      if (chunk.toString('latin1').trim() === '') return;
      this.bytes += chunk.length;
      this.guard.stdout.pause(); // whatever it is, it is not read
      return;
    }
    const end = chunk.indexOf(10);
    this.chunks.push(end < 0 ? chunk : chunk.subarray(0, end));
    this.bytes += end < 0 ? chunk.length : end;
    if (this.bytes > given.mostBytes) {
      this.fail(`wrote more than ${given.mostBytes} bytes without the end of a line`);
      return;
    }
    if (end < 0) return;
    const line = Buffer.concat(this.chunks).toString('utf8');
    const rest = chunk.subarray(end + 1);
    [this.chunks, this.bytes] = [[], 0];
    if (line.trim() === '') this.take(rest);
    else if (rest.toString('latin1').trim() !== '') this.fail('wrote more than one line for one question');
    else answer({ line });
  }

  /** The question, if one is open, ends with this sentence; the program ends in any case. */
  fail(sentence) {
    if (this.failed) return;
    this.failed = true;
    if (running === this) running = undefined;
    const open = given;
    given = undefined;
    clearTimeout(open?.timer);
    this.end().then(() => {
      if (open) open.resolve({ failure: sentence, errors: this.errors, missing: this.report?.error === 'ENOENT' });
    });
  }

  async end() {
    this.failed = true;
    const { guard } = this;
    for (const stream of [guard.stdin, guard.stdout, guard.stderr]) stream.destroy();
    if (guard.connected) guard.disconnect();
    const timer = setTimeout(() => guard.kill('SIGKILL'), LONGEST_END);
    if (guard.exitCode === null && guard.signalCode === null)
      await Promise.race([this.gone, new Promise((resolve) => guard.once('exit', resolve))]);
    clearTimeout(timer);
  }
}

function endOf(report) {
  if (report?.error === 'ENOENT') return 'cannot be started: there is no such program';
  if (report?.error === 'EACCES') return 'cannot be started: no permission to run it';
  if (report?.error) return `cannot be started: ${report.error}`;
  if (report?.signal) return `was ended by ${report.signal} before it answered`;
  if (report?.code !== undefined) return `ended with exit code ${report.code} before it answered`;
  return 'ended before it answered';
}

function answer(reply) {
  const { resolve, timer } = given;
  given = undefined;
  clearTimeout(timer);
  resolve(reply);
}

/** @returns `{ line }` or `{ failure, errors, missing }` */
function ask({ line, limitMs, mostBytes }) {
  const program = running;
  return new Promise((resolve) => {
    const timer = setTimeout(
      () => program.fail(`gave no answer within ${limitMs / 1000} s and was ended`),
      Math.min(limitMs, FOREVER),
    );
    given = { resolve, timer, mostBytes };
    program.guard.stdin.write(`${line}\n`);
  });
}

/** Ends a program that cannot be asked, with the reason. */
async function give(sentence) {
  const { errors } = running;
  await running.end();
  running = undefined;
  return { failure: sentence, errors };
}

const commands = {
  /** Starts it and says hello; nothing happens if it runs already. */
  async start(message) {
    if (running?.bytes > 0) return give(UNASKED);
    if (running && !running.report) return {};
    await running?.end(); // it answered and ended: no fault
    running = new Program();
    const { ready, gone } = running;
    const reply = await ask(message);
    await Promise.race([ready, gone]); // from here on a pipe that it closes is closed
    return reply;
  },
  async ask(message) {
    await new Promise(setImmediate); // what it wrote unasked has arrived by now
    if (!running) return { failure: 'ended before it was asked' };
    if (running.bytes > 0) return give(UNASKED);
    if (running.report) return give(endOf(running.report));
    return ask(message);
  },
  async stop() {
    await running?.end();
    running = undefined;
    return {};
  },
};

port.on('message', async (message) => {
  const reply = await commands[message.kind](message);
  port.postMessage(reply);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
  if (message.kind === 'stop') port.close();
});
