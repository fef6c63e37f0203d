/**
 * Serves the studio's page on loopback: files of one folder, and what was asked to be opened. It answers no other host's name, so
 * that a page elsewhere cannot reach it through a name that points here, and tells browsers to load nothing from elsewhere.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream';

/** Contents of `opened.json`, which the page fetches. */
export type Opened =
  | { readonly kind: 'scene'; readonly name: string }
  | { readonly kind: 'scene-file'; readonly title: string; readonly text: string }
  | { readonly kind: 'problem'; readonly title: string; readonly text: string }
  /** A file that the page reads itself, from `opened.bin`. */
  | { readonly kind: 'file'; readonly name: string; readonly path: string }
  /** `follow`: the run goes on, and `run.json` tells how far it is. */
  | { readonly kind: 'moment'; readonly title: string; readonly text: string; readonly follow: boolean };

/** How far the run beside the studio is. */
export interface RunState {
  readonly step: number;
  readonly hash: string;
  readonly ended: boolean;
}

interface Served {
  readonly opened?: Opened | undefined;
  readonly run?: () => RunState;
}

const CSP = [
  ...["default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "style-src 'self'", "img-src 'self' blob: data:"],
  ...[
    "connect-src 'self'",
    "worker-src 'self'",
    'media-src blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ],
].join('; ');
const HEADERS = {
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
};
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

export interface RunningServer {
  /** http://127.0.0.1:PORT/ */
  readonly address: string;
  close(): Promise<void>;
}

/** @param port 0: any that is free. @throws the system's error if it cannot listen */
export async function serveStudio(folder: string, served: Served = {}, port = 0): Promise<RunningServer> {
  const server = createServer((request, response) => void answer(folder, served, request, response));
  await listen(server, port);
  const { port: taken } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${taken}/`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function answer(
  folder: string,
  { opened, run }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const end = (code: number, type: string, body: string | Buffer) => {
    response.writeHead(code, { ...HEADERS, 'content-type': type });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const refuse = (code: number, sentence: string) => end(code, 'text/plain; charset=utf-8', `${sentence}\n`);
  if (!isLoopback(request.headers.host)) return refuse(403, 'this server answers 127.0.0.1 and localhost only');
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405, 'expected GET or HEAD');
  const path = pathOf(request.url ?? '/');
  if (path === undefined) return refuse(400, 'expected a path inside the studio');
  if (path === 'run.json' && run) return end(200, TYPES['.json']!, JSON.stringify(run()));
  if (path === 'opened.json') return end(200, TYPES['.json']!, JSON.stringify(pageOf(opened)));
  if (path === 'opened.bin' && opened?.kind === 'file') return sendFile(opened.path, request, response);
  try {
    const type = TYPES[extname(path)] ?? 'application/octet-stream';
    end(200, type, await readFile(join(folder, path)));
  } catch {
    refuse(404, 'there is no such file');
  }
}

/** Without the path, which is no business of a page. */
function pageOf(opened: Opened | undefined): unknown {
  return opened?.kind === 'file' ? { kind: 'file', name: opened.name } : (opened ?? null);
}

/** In pieces: it may be large. */
function sendFile(path: string, request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, 'content-type': 'application/octet-stream' });
  if (request.method === 'HEAD') response.end();
  else pipeline(createReadStream(path), response, () => {}); // closes both, also when the reader goes away
}

/** The name that the browser asked for, with or without a port. */
function isLoopback(host: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(host ?? '');
}

/** Inside the folder; undefined for every way out of it. */
function pathOf(url: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(url.split(/[?#]/)[0]!);
  } catch {
    return undefined;
  }
  if (path.includes('\0') || path.includes('\\')) return undefined;
  const clean = normalize(path.replace(/^\/+/, ''));
  if (clean === '..' || clean.startsWith(`..${sep}`) || clean.startsWith(sep)) return undefined;
  return clean === '.' || clean === '' ? 'index.html' : clean;
}
