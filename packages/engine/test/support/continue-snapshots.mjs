// Another process: takes [{ scene, parameters, snapshot }, ...] as JSON on stdin, restores each, steps on and prints the hashes.
import { text } from 'node:stream/consumers';
import { createServer } from 'vite';

const conditions = ['@signorini/source'];
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  appType: 'custom',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  resolve: { conditions },
  ssr: { resolve: { conditions } },
});
const { createWorld } = await server.ssrLoadModule('/packages/engine/src/simulate.ts');
const { findScene } = await server.ssrLoadModule('/packages/engine/src/scenes/catalogue.ts');

const hashes = JSON.parse(await text(process.stdin)).map(({ scene, parameters, snapshot, steps }) => {
  const world = createWorld(findScene(scene), { parameters });
  world.restore(snapshot);
  for (let k = 0; k < steps; k++) world.step();
  const hash = world.hash();
  world.release();
  return hash;
});
process.stdout.write(JSON.stringify(hashes));
await server.close();
