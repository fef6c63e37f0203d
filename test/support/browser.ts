/** Chromium, and a server of loopback for the pages that it opens. */
import { accessSync, constants } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join, normalize } from 'node:path';
import { chromium } from 'playwright';

/** Undefined if there is none. */
export const chromiumPath = process.env.CHROMIUM ?? onPath('chromium');

function onPath(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {}
  }
  return undefined;
}

/** @param args without a GPU; a page with WebGL asks for a renderer in software */
export function launchChromium(args: readonly string[] = ['--disable-gpu']) {
  return chromium.launch({ executablePath: chromiumPath as string, args: ['--no-sandbox', ...args] });
}

export interface Site {
  readonly origin: string;
  readonly server: Server;
}

/** Pages are isolated from other origins, which memory that threads share needs. @param headers more of them, by path */
export async function serve(
  textOf: (path: string) => string | Buffer | undefined,
  headers: (path: string) => Record<string, string> = () => ({}),
): Promise<Site> {
  const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  const server = createServer((request, response) => {
    const path = normalize(request.url ?? '/');
    const text = textOf(path);
    const type = /\.m?js$/.test(path) ? 'text/javascript' : 'text/html';
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type, ...isolated, ...headers(path) });
    response.end(text);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}
