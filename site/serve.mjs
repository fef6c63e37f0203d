// A static server on loopback that puts a folder under a path, as any host does: for looking at the site, and for its check.
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** @param path that the folder is served under, with a slash at both ends; everything else is not found */
export async function serve(folder, path = '/', port = 0) {
  const server = createServer((request, response) => {
    const asked = decodeURI(new URL(request.url, 'http://localhost').pathname);
    let file = asked.startsWith(path) ? join(folder, normalize(`/${asked.slice(path.length)}`)) : undefined;
    if (file && asked.endsWith('/')) file = join(file, 'index.html');
    if (!file || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end('not found');
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    createReadStream(file).pipe(response);
  });
  await new Promise((ready) => server.listen(port, '127.0.0.1', ready));
  return { server, address: `http://127.0.0.1:${server.address().port}${path}` };
}
