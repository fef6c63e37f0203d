/** `signorini studio` as a server: what it answers, and to whom. */
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningServer, serveStudio } from '../src/studio-server.ts';
import { run } from './support/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'signorini-'));
writeFileSync(join(folder, 'secret.txt'), 'outside');
const inside = join(folder, 'page');
let server: RunningServer;
beforeAll(async () => {
  const { mkdirSync } = await import('node:fs');
  mkdirSync(join(inside, 'assets'), { recursive: true });
  writeFileSync(join(inside, 'index.html'), '<!doctype html>');
  writeFileSync(join(inside, 'assets', 'main.js'), 'export {}');
  server = await serveStudio(inside, { opened: { kind: 'scene', name: 'winch' } });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

interface Answer {
  readonly code: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The path as it is, which `fetch` would tidy. */
function get(path: string, options: { readonly host?: string; readonly method?: string } = {}): Promise<Answer> {
  const { port } = new URL(server.address);
  const { host = `127.0.0.1:${port}`, method = 'GET' } = options;
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers: { host } }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ code: response.statusCode!, headers: response.headers, body }));
    });
    asked.on('error', reject);
    asked.end();
  });
}

test('it serves the page, its parts with their types, and what was asked to be opened', async () => {
  expect(await get('/')).toMatchObject({ code: 200, body: '<!doctype html>' });
  const script = await get('/assets/main.js?v=1');
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(JSON.parse((await get('/opened.json')).body)).toEqual({ kind: 'scene', name: 'winch' });
  expect(await get('/nowhere.js')).toMatchObject({ code: 404 });
  expect(await get('/', { method: 'HEAD' })).toMatchObject({ code: 200, body: '' });
  expect(await get('/', { method: 'POST' })).toMatchObject({ code: 405 });
});

test.skipIf(!existsSync('/proc/self/fd'))('a reader who goes away leaves no file open', async () => {
  const path = join(folder, 'large.h5');
  writeFileSync(path, new Uint8Array(8e6));
  const other = await serveStudio(inside, { opened: { kind: 'file', name: 'large.h5', path } });
  const { port } = new URL(other.address);
  for (let reader = 0; reader < 5; reader++)
    await new Promise<void>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path: '/opened.bin' }, (response) => {
        response.once('data', () => {
          response.destroy();
          resolve();
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  const open = () => readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`) === path).length;
  await expect.poll(open, { timeout: 60_000 }).toBe(0);
  await other.close();
});

/** Undefined for one that was closed meanwhile. */
function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

test('every answer forbids scripts, styles, pictures and connections from elsewhere', async () => {
  for (const path of ['/', '/nowhere', '/opened.json']) {
    const policy = String((await get(path)).headers['content-security-policy']);
    const parts = new Map(policy.split('; ').map((part) => [part.split(' ')[0], part]));
    expect(parts.get('default-src')).toBe("default-src 'none'");
    expect(parts.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'");
    expect(parts.get('style-src')).toBe("style-src 'self'");
    expect(parts.get('connect-src')).toBe("connect-src 'self'");
    expect(parts.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-inline/);
  }
});

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/assets/../../secret.txt',
  '/assets/..%5c..%5csecret.txt',
  '//etc/passwd',
  '/%00',
  '/%',
])('no path leads out of the folder: %s', async (path) => {
  const { code, body } = await get(path);
  expect([400, 404]).toContain(code);
  expect(body).not.toContain('outside');
});

test.each(['evil.example', 'evil.example:80', '127.0.0.1.evil.example', 'localhost.evil.example'])(
  'a request for another host is refused: %s',
  async (host) => {
    expect(await get('/', { host })).toMatchObject({ code: 403 });
    expect(await get('/opened.json', { host })).toMatchObject({ code: 403 });
  },
);

test('localhost and ::1 are names of this machine', async () => {
  const { port } = new URL(server.address);
  for (const host of [`localhost:${port}`, `[::1]:${port}`])
    expect(await get('/', { host })).toMatchObject({ code: 200 });
});

test('it listens on loopback only', async () => {
  const { port } = new URL(server.address);
  const others = Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  for (const { address } of others) {
    const outcome = await new Promise<string>((resolve) => {
      const socket = createConnection({ host: address, port: Number(port), timeout: 2000 });
      socket.on('connect', () => resolve('connected'));
      socket.on('error', ({ message }) => resolve(message));
      socket.on('timeout', () => resolve('timeout'));
    });
    expect(outcome).not.toBe('connected');
  }
});

test.each([
  ['world.mjs', "import { World } from '@signorini/engine';", 'found a program'],
  ['arm.urdf', '<robot name="arm"/>', 'found a robot description in URDF'],
  ['model.xml', '<mujoco/>', 'found a model in MJCF'],
  ['run.csv', 'step,time\n0,0\n', 'found a table (CSV)'],
])('%s is refused with what it is and what to do', async (name, text, found) => {
  const path = join(folder, name);
  writeFileSync(path, text);
  const { code, err } = await run('studio', path);
  expect(code).toBe(2);
  expect(err).toContain(`${path}: expected a scene, a problem, a moment or a recorded run, ${found}`);
});
