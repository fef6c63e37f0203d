// The size of a page: createWorld, box and plane with the default solver, bundled and minified by Vite as a user would,
// and which solvers are inside. test/bundle.test.ts holds which must not be.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { solvers } from '@signorini/engine/solvers';
import { build } from 'vite';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Pages, from the smallest: what each imports and does. */
const PAGES = {
  page: `import { box, createWorld, plane } from '@signorini/engine';
const world = createWorld();
world.addBody({ motion: 'static', shape: plane() });
world.addBody({ shape: box(0.25, 0.25, 0.25), position: [0, 0, 0.5] });
globalThis.report = world.step();`,
  'every solver': `import { createWorld } from '@signorini/engine';
import { findSolver } from '@signorini/engine/solvers';
globalThis.make = (name) => createWorld({}, { solver: findSolver(name) });`,
};

/** Bundles a program; @returns its code, and the modules inside with the bytes that are left of each. */
export async function bundle(program, conditions = []) {
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.bundle-'));
  try {
    const entry = join(folder, 'page.js');
    writeFileSync(entry, program);
    const { output } = await build({
      root: folder,
      configFile: false,
      logLevel: 'error',
      resolve: { conditions: [...conditions, 'module', 'browser', 'import'] },
      build: { write: false, minify: true, target: 'es2023', rollupOptions: { input: entry } },
    });
    const chunks = output.filter(({ type }) => type === 'chunk');
    const modules = chunks.flatMap(({ modules }) =>
      Object.entries(modules).map(([id, { renderedLength }]) => [id.split(sep).join('/'), renderedLength]),
    );
    return {
      code: chunks.map(({ code }) => code).join('\n'),
      modules: new Map(modules.filter(([, length]) => length > 0)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The solvers of the registry whose file is among the modules. */
export function solversIn(modules) {
  const files = new Set([...modules.keys()].flatMap((id) => /\/solvers\/([\w-]+)\.[jt]s$/.exec(id)?.[1] ?? []));
  return solvers.map(({ name }) => name).filter((name) => files.has(name));
}

export { PAGES };

/** kB of each room before minification, largest first: what a page pays for. */
function roomsOf(modules) {
  const rooms = {};
  for (const [id, length] of modules) {
    const room = /\/engine\/(?:dist|src)\/([\w-]+)\//.exec(id)?.[1] ?? 'other';
    rooms[room] = (rooms[room] ?? 0) + length;
  }
  return Object.fromEntries(
    Object.entries(rooms)
      .sort(([, p], [, q]) => q - p)
      .map(([room, bytes]) => [room, kB(bytes)]),
  );
}

const kB = (bytes) => Math.round(bytes / 100) / 10;

export async function run() {
  const pages = {};
  for (const [name, program] of Object.entries(PAGES)) {
    const { code, modules } = await bundle(program);
    const inside = solversIn(modules);
    pages[name] = {
      kB: kB(Buffer.byteLength(code)),
      kBGzip: kB(gzipSync(code, { level: 9 }).length),
      modules: modules.size,
      kBOfRoomsUnminified: roomsOf(modules),
      solvers: inside,
      solversAbsent: solvers.length - inside.length,
    };
    process.stdout.write(
      `${name}: ${pages[name].kB} kB, ${pages[name].kBGzip} kB gzip, ${inside.length} of ${solvers.length} solvers: ${inside.join(', ')}\n`,
    );
  }
  return { unit: '1 kB = 1000 bytes', pages };
}
