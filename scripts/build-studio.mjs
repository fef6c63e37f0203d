// Builds the studio's page into packages/studio/dist/page, for any static host, and beside the command, which serves it.
// With a folder as argument: there alone. Beside the page stands the capsule without a moment: one file with everything inside.
import { createHash } from 'node:crypto';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const configFile = 'packages/studio/vite.config.ts';
const [folder] = process.argv.slice(2);
const page = folder ?? 'packages/studio/dist/page';
await build({ configFile, logLevel: folder ? 'error' : 'warn', ...(folder && { build: { outDir: folder } }) });
writeFileSync(join(page, 'capsule.html'), await capsule());
if (!folder) {
  rmSync('packages/cli/dist/studio', { recursive: true, force: true });
  cpSync(page, 'packages/cli/dist/studio', { recursive: true });
}

/** Its policy allows this one script and this one style by their hashes, and no request at all. */
async function capsule() {
  const { output } = await build({ configFile, mode: 'capsule', logLevel: 'error' });
  const script = output
    .find(({ type }) => type === 'chunk')
    .code.replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--');
  const style = output.find(({ fileName }) => fileName.endsWith('.css')).source;
  const notices = output.find(({ fileName }) => fileName === 'THIRD-PARTY-LICENSES.txt').source;
  const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const policy = [
    ...["default-src 'none'", `script-src ${hash(script)} 'wasm-unsafe-eval'`, `style-src ${hash(style)}`],
    ...['img-src data: blob:', 'worker-src blob:', 'media-src blob:', "base-uri 'none'", "form-action 'none'"],
  ].join('; ');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>Signorini capsule</title>
<style>${style}</style></head>
<body><script type="text/plain" id="licences">${notices.replaceAll('</script', '<\\/script')}</script>
<script type="application/json" id="moment"></script><script>${script}</script></body></html>
`;
}
