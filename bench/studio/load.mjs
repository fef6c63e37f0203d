// What the first load takes over the wire: everything that is asked for until the wall runs, each file by itself with gzip.
import { gzipSync } from 'node:zlib';

export async function measureLoad(browser, address) {
  const page = await browser.newPage();
  const files = [];
  page.on('response', (response) =>
    files.push(
      response.body().then((body) => ({
        name: new URL(response.url()).pathname.replace(/-[\w-]{8}(?=\.\w+$)/, ''),
        bytes: body.length,
        gzip: gzipSync(body).length,
      })),
    ),
  );
  await page.goto(address);
  while (!(await page.evaluate('(globalThis.studio?.state.shown[0]?.step ?? 0) > 5')))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const list = (await Promise.all(files)).sort((p, q) => q.gzip - p.gzip);
  await page.close();
  const sum = (key) => list.reduce((total, one) => total + one[key], 0);
  return { files: list.length, bytes: sum('bytes'), gzip: sum('gzip'), largest: list.slice(0, 5) };
}
