/** Hulls of real parts: every mesh of the models in ../shared/external/menagerie, against MuJoCo's own hull (qhull). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import loadMujoco from '@mujoco/mujoco';
import { expect, test } from 'vitest';
import { hull } from '../packages/engine/src/collision/shapes/hull.ts';
import { massProperties } from '../packages/engine/src/collision/shapes/shape-kinds.ts';
import { cross, dot, subtract, type Vec3, vec3At } from '../packages/engine/src/linalg/vec3.ts';
import { faultOf, sizeOf } from '../packages/engine/test/hull-certificate.ts';

const SHARED = process.env.SIGNORINI_SHARED ?? fileURLToPath(new URL('../../shared/', import.meta.url));
const MODELS = join(SHARED, 'external', 'menagerie');
const BAD = join(SHARED, 'anchors', 'import', 'bad-hull.json');
const filesOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort() : [];
const meshes = filesOf(MODELS).filter((name) => /\.(stl|obj)$/i.test(name));
if (meshes.length === 0) process.stderr.write('hulls of models: skipped, ../shared/external/menagerie is not there\n');

/** Points of a binary STL file or of an OBJ file, each once. */
function pointsOf(name: string): Vec3[] {
  const bytes = readFileSync(join(MODELS, name));
  const points: Vec3[] = [];
  if (/\.obj$/i.test(name)) {
    for (const [, x, y, z] of bytes.toString('utf8').matchAll(/^v +(\S+) +(\S+) +(\S+)/gm))
      points.push([Number(x), Number(y), Number(z)]);
  } else
    for (let t = 84; t < 84 + 50 * bytes.readUInt32LE(80); t += 50)
      for (let c = t + 12; c < t + 48; c += 12)
        points.push([bytes.readFloatLE(c), bytes.readFloatLE(c + 4), bytes.readFloatLE(c + 8)]);
  return [...new Map(points.map((p) => [String(p), p])).values()];
}

type Mujoco = Awaited<ReturnType<typeof loadMujoco>>;

/** The volume of the hull that MuJoCo makes of points of size 1, and the points as it turns them, in single precision. */
function byMujoco(mujoco: Mujoco, points: readonly Vec3[]): { volume: number; turned: Vec3[] } {
  const vertices = points.map((p) => p.join(' ')).join(' ');
  const model = mujoco.MjModel.from_xml_string(
    `<mujoco><asset><mesh name="m" inertia="convex" vertex="${vertices}"/></asset>
    <worldbody><geom type="mesh" mesh="m"/></worldbody></mujoco>`,
  )!;
  const graph = model.mesh_graph as Int32Array;
  const at = model.mesh_vert as Float32Array;
  const [corners, faces] = graph;
  const first = 2 + 2 * corners + corners + 3 * faces;
  let volume = 0;
  for (let f = 0; f < faces; f++) {
    const [a, b, c] = [0, 1, 2].map((k) => vec3At(at, 3 * graph[first + 3 * f + k]));
    const from = vec3At(at, 3 * graph[2 + corners]);
    volume += dot(subtract(a, from), cross(subtract(b, from), subtract(c, from))) / 6;
  }
  const turned = points.map((_, k) => vec3At(at, 3 * k));
  model.delete();
  return { volume: Math.abs(volume), turned };
}

test.skipIf(meshes.length === 0)(
  'every mesh of fourteen robots has a right hull, with the volume that MuJoCo finds',
  async () => {
    const mujoco = await loadMujoco();
    let count = 0;
    for (const name of meshes) {
      const points = pointsOf(name);
      const shape = hull(points);
      expect(faultOf(shape, points), name).toBe(undefined);
      const size = sizeOf(points);
      const low = [0, 1, 2].map((i) => points.reduce((least, p) => Math.min(least, p[i]), Infinity));
      const scaled = points.map((p) => p.map((x, i) => (x - low[i]) / size) as unknown as Vec3);
      const { volume, turned } = byMujoco(mujoco, scaled);
      expect(Math.abs(massProperties(shape, 1).mass / (volume * size ** 3) - 1), name).toBeLessThan(1e-5);
      expect(faultOf(hull(turned), turned), `${name}, turned`).toBe(undefined);
      count++;
    }
    expect(count).toBeGreaterThan(200);
  },
  300_000,
);

test.skipIf(!existsSync(BAD))('64 points of a part whose hull was once open have a right one', () => {
  const document = JSON.parse(readFileSync(BAD, 'utf8')) as { points?: Vec3[] } | Vec3[];
  const points = Array.isArray(document) ? document : document.points!;
  expect(points.length).toBe(64);
  expect(faultOf(hull(points), points)).toBe(undefined);
});
