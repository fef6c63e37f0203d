/** signorini studio [scene|file]: serves the page on loopback and prints its address. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { writeProblem } from '@signorini/engine/problem';
import { findScene, scenes } from '@signorini/engine/scenes';
import { expectRegular, FileError, foreignFile, readSceneOrProblem, readText, sceneName } from '@signorini/lab/node';
import type { Command } from 'commander';
import { complain, type Io, UsageError } from '../io.ts';
import { parseCount } from '../quantities.ts';
import { studioFolder, untilInterrupted } from '../studio-place.ts';
import { type Opened, serveStudio } from '../studio-server.ts';

export function addStudio(program: Command, io: Io): void {
  program
    .command('studio')
    .argument(
      '[scene|file]',
      'what to show: a scene by name, a scene file, problem, moment, recorded run, dataset or FCLib file (default: brick-wall)',
    )
    .description('the studio: a page that shows the error where it is; serves it on loopback until Ctrl-C')
    .option('--port <n>', 'of 127.0.0.1 (default: any that is free)', '0')
    .option('--open', 'open it in the default browser')
    .action(async (what: string | undefined, { port, open }: { readonly port: string; readonly open?: boolean }) => {
      const number = parseCount('--port', port, 0);
      if (number > 65535) throw new UsageError(`--port: expected a port from 0 to 65535, found ${port}`);
      const folder = studioFolder();
      const opened = what === undefined ? undefined : await openedOf(what, (sentence) => complain(io, sentence));
      const server = await serveStudio(folder, { opened }, number).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(`--port: expected a free port, found ${port}: ${error.code ?? error.message}`);
      });
      io.out(`${server.address}\n`);
      io.err('the studio is served on this machine only; Ctrl-C ends it\n');
      if (open) openBrowser(server.address);
      await untilInterrupted();
      await server.close();
    });
}

/** @throws UsageError, FileError */
async function openedOf(what: string, note: (sentence: string) => void): Promise<Opened> {
  if (scenes.some(({ name }) => name === what)) return { kind: 'scene', name: what };
  if (!existsSync(what) && !/[./#:]/.test(what)) findScene(what); // throws with the nearest names
  if (/\.(h5|hdf5|jsonl)$/i.test(what)) {
    await expectRegular(what, 'a recorded run, a dataset or an FCLib file');
    return { kind: 'file', name: basename(what), path: what };
  }
  if (what.endsWith('.moment.json'))
    return { kind: 'moment', title: what, text: await readText(what, 'a moment'), follow: false };
  if (/\.(urdf|mjcf|sdf|xml|[ct]sv|[cm]?[jt]sx?)$/i.test(what)) {
    await expectRegular(what, READ);
    const foreign = foreignFile(what, await readText(what, READ));
    if (foreign) throw new FileError(what, `expected ${READ}, ${foreign}`);
  }
  const read = await readSceneOrProblem(what, note);
  if ('scene' in read)
    return { kind: 'scene-file', title: sceneName(what), text: await readText(what, 'a scene file') };
  const text = writeProblem(read.problem);
  if (text.length > MOST)
    throw new FileError(what, `expected a problem of at most ${MOST / 1e6} MB as text, found more`);
  return { kind: 'problem', title: read.problem.title, text };
}
const MOST = 64e6;
const READ = 'a scene, a problem, a moment or a recorded run';

/** Whatever the system calls its opener; if there is none, the address is printed anyway. */
function openBrowser(address: string): void {
  const command = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open';
  spawn(command, [address], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
