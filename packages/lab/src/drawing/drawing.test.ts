import {
  box,
  capsule,
  compound,
  createWorld,
  cylinder,
  heightField,
  hull,
  mesh,
  plane,
  Rng,
  type Shape,
  sphere,
  type Vec3,
} from '@signorini/engine';
import { defineScene, findScene, type Scene } from '@signorini/engine/scenes';
import { describe, expect, test } from 'vitest';
import { convexHull } from './convex-hull.ts';
import { drawPlanes, halfPlaneOf } from './half-planes.ts';
import { type Outline, outlineFrame, outlinesOf } from './outlines.ts';
import { recordRun } from './record.ts';
import { simplified } from './simplified.ts';
import { drawScene, markOfFirstSteps, type StoryRow } from './story.ts';
import { dot, type Flat, type Frame, frameOf, VIEWS, type View } from './view.ts';

const CUBE: Vec3[] = [-1, 1].flatMap((x) =>
  [-1, 1].flatMap((y) => [-1, 1].map((z): Vec3 => [0.3 * x, 0.2 * y, 0.1 * z])),
);
const TETRAHEDRON: Vec3[] = [
  [0, 0, 0],
  [0.6, 0, 0],
  [0, 0.5, 0],
  [0, 0, 0.4],
];
const SHAPES: Record<string, Shape> = {
  sphere: sphere(0.3),
  box: box(0.3, 0.2, 0.1),
  capsule: capsule(0.1, 0.3),
  cylinder: cylinder(0.2, 0.25),
  hull: hull(TETRAHEDRON),
  compound: compound([
    { shape: box(0.3, 0.05, 0.05), orientation: [0.36, 0.48, 0, 0.8] },
    { shape: sphere(0.1), position: [0.3, 0.1, 0.2] },
  ]),
  mesh: mesh(TETRAHEDRON, [
    [0, 2, 1],
    [0, 1, 3],
    [0, 3, 2],
    [1, 2, 3],
  ]),
};

/** Areas by how often a level line crosses their edges. */
function inside(outline: Outline, [x, y]: Flat): boolean {
  if (outline.kind === 'circle') return distance([x, y], outline.centre, outline.centre) < outline.radius;
  if (outline.kind === 'stadium') return distance([x, y], ...outline.ends) < outline.radius;
  return outline.faces.some((face) => {
    let odd = false;
    face.forEach((p, k) => {
      const q = face[(k + 1) % face.length]!;
      if (p[1] > y !== q[1] > y && x < p[0] + ((y - p[1]) / (q[1] - p[1])) * (q[0] - p[0])) odd = !odd;
    });
    return odd;
  });
}

function distance(p: Flat, a: Flat, b: Flat): number {
  const [u, v] = [b[0] - a[0], b[1] - a[1]];
  const square = u * u + v * v;
  const t = square === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * u + (p[1] - a[1]) * v) / square));
  return Math.hypot(p[0] - a[0] - t * u, p[1] - a[1] - t * v);
}

const shotOf = (shape: Shape, turn: { axis: Vec3; angle: number }) => {
  const world = createWorld();
  world.addBody({ name: 'it', motion: 'static', shape, position: [0.3, -0.2, 0.1], orientation: turn });
  return { world, posed: recordRun(world, [0]).shots[0]!.bodies[0]! };
};

describe('outlines', () => {
  for (const [name, shape] of Object.entries(SHAPES))
    test(`a point of the paper is inside the outline of a ${name} exactly if a ray through it hits the ${name}`, () => {
      const rng = new Rng(7);
      let [hits, misses, differing] = [0, 0, 0];
      for (let turn = 0; turn < 4; turn++) {
        const axis: Vec3 = [rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)];
        const { world, posed } = shotOf(shape, { axis, angle: rng.uniform(0, 6) });
        for (const view of Object.values<View>(VIEWS)) {
          const outlines = outlinesOf(shape, posed, view);
          for (let k = 0; k < 60; k++) {
            const [x, y] = [rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8)];
            const origin = [0, 1, 2].map((c) => 5 * view.towards[c]! + x * view.right[c]! + y * view.up[c]!);
            const direction = view.towards.map((c) => -c);
            const hit = world
              .queries()
              .rayCast({ origin: origin as unknown as Vec3, direction: direction as unknown as Vec3 });
            const drawn = outlines.some((outline) => inside(outline, [x, y]));
            if (drawn !== (hit !== undefined)) differing++;
            if (hit) hits++;
            else misses++;
          }
        }
      }
      expect(Math.min(hits, misses)).toBeGreaterThan(40);
      expect(differing).toBeLessThanOrEqual(name === 'cylinder' ? 1 : 0); // its round ends have 60 corners
    });

  test('a box shows the area that its three pairs of faces give', () => {
    const { posed } = shotOf(SHAPES.box!, { axis: [1, 2, 3], angle: 1 });
    const [outline] = outlinesOf(posed.shape, posed, VIEWS.side);
    const shown = posed.axes.map((axis) => Math.abs(dot(axis, VIEWS.side.towards)));
    const area = 4 * (0.2 * 0.1 * shown[0]! + 0.3 * 0.1 * shown[1]! + 0.3 * 0.2 * shown[2]!);
    expect(outline!.kind === 'faces' && outline.faces.reduce((sum, face) => sum + areaOf(face), 0)).toBeCloseTo(
      area,
      12,
    );
  });

  test('a hull of the corners of a box is drawn as the box', () => {
    const turn = { axis: [1, 2, 3] as const, angle: 1 };
    const [asBox, asHull] = [box(0.3, 0.2, 0.1), hull(CUBE)].map((shape) => {
      const { posed } = shotOf(shape, turn);
      const [outline] = outlinesOf(shape, posed, VIEWS.end);
      return outline!.kind === 'faces' ? outline.faces.map(areaOf).sort((p, q) => p - q) : [];
    });
    expect(asHull!.length).toBe(3);
    asHull!.forEach((area, k) => {
      expect(area).toBeCloseTo(asBox![k]!, 12);
    });
  });

  test('faces of one outline turn the same way, so that none cuts a hole into another', () => {
    for (const name of ['box', 'cylinder', 'hull'])
      for (const angle of [0.4, 1.9, 3.5]) {
        const { posed } = shotOf(SHAPES[name]!, { axis: [3, 1, 2], angle });
        for (const view of Object.values<View>(VIEWS)) {
          const [outline] = outlinesOf(posed.shape, posed, view);
          if (outline!.kind === 'faces') for (const face of outline.faces) expect(areaOf(face)).toBeGreaterThan(0);
        }
      }
  });

  test('a height field reaches from its lowest to its highest point, and its border is drawn', () => {
    const field = heightField(
      [
        [0, 0, 0],
        [0, 0.5, 0],
        [0, 0, -0.2],
      ],
      1,
      1,
    );
    const { posed } = shotOf(field, { axis: [0, 0, 1], angle: 0 });
    const [outline] = outlinesOf(field, posed, VIEWS.side);
    expect(outlineFrame(outline!)).toEqual([0.3, 0.1 - 0.2, 2.3, 0.6]);
    const [above] = outlinesOf(field, posed, VIEWS.top);
    expect(above!.kind === 'faces' && above.edges?.length).toBe(8);
  });
});

const areaOf = (face: readonly Flat[]): number =>
  face.reduce((sum, p, k) => {
    const q = face[(k + 1) % face.length]!;
    return sum + (p[0] * q[1] - p[1] * q[0]) / 2;
  }, 0);

test('the convex hull of a grid is its four corners, counter-clockwise', () => {
  const grid = [0, 1, 2, 3].flatMap((x) => [0, 1, 2].map((y): Flat => [x, y]));
  expect(convexHull(grid)).toEqual([
    [0, 0],
    [3, 0],
    [3, 2],
    [0, 2],
  ]);
});

test('a line of fewer points stays within the tolerance of all it had', () => {
  const points = Array.from({ length: 400 }, (_, k): Flat => [k, 30 * Math.sin(k / 30)]);
  const few = simplified(points, 0.3);
  expect(few.length).toBeLessThan(80);
  const away = (p: Flat) => Math.min(...few.slice(1).map((q, k) => distance(p, few[k]!, q)));
  expect(Math.max(...points.map(away))).toBeLessThanOrEqual(0.3);
});

test('floor and walls of a container end where they meet, and a plane that faces the reader is not drawn', () => {
  const world = createWorld(findScene('granular'), { parameters: { count: 8 } });
  const half = world.body('wall-east').position[0];
  const planes = recordRun(world, [0]).shots[0]!.bodies.flatMap((body) => halfPlaneOf(body, VIEWS.side) ?? []);
  expect(planes.length).toBe(3);
  const frame: Frame = [-half - 0.1, -0.1, half + 0.1, 1];
  const [floor, west, east] = drawPlanes(planes, frame);
  const ends = (drawn: typeof floor) => frameOf([...drawn!.line!]).map((value) => Number(value.toFixed(9)));
  const at = Number(half.toFixed(9));
  expect(ends(floor)).toEqual([-at, 0, at, 0]);
  expect(ends(west)).toEqual([-at, 0, -at, 1]);
  expect(ends(east)).toEqual([at, 0, at, 1]);
  expect(Math.abs(areaOf(floor!.solid))).toBeCloseTo(0.1 * (2 * half + 0.2), 9);
});

/** Two balls in a row towards the reader, and a smaller one beside them; nothing falls. */
const balls: Scene = defineScene({
  name: 'balls',
  summary: 'Three & more.',
  reference: 'none',
  known: 'Nothing moves: there is no gravity.',
  parameters: { behind: { default: 1, unit: 'm', summary: 'how far the second ball is behind the first' } },
  steps: 10,
  timeStep: 0.1,
  settings: () => ({ title: 'balls', gravity: [0, 0, 0] }),
  build(world, { behind }) {
    world.addBody({ name: 'front', shape: sphere(0.5), density: 1, position: [0, 0, 0] });
    world.addBody({ name: 'back', shape: sphere(0.4), density: 1, position: [0, behind, 0] });
    world.addBody({ name: 'beside', shape: sphere(0.25), density: 1, position: [1.5, 0, 0], velocity: [1, 0, 0] });
  },
});
const circlesOf = (svg: string) => [...svg.matchAll(/<circle class="b" cx="(\S+)" cy="(\S+)" r="(\S+)"/g)];

test('a ball behind another is hidden from the side, and both are drawn from above, the far one first', () => {
  const side = circlesOf(drawScene(balls, [{ view: 'side', panels: [0] }]));
  expect(side.length).toBe(2);
  const end = circlesOf(drawScene(balls, [{ view: 'end', panels: [0] }]));
  expect(end.length).toBe(3);
  expect(Number(end.at(-1)![3]) / Number(end[0]![3])).toBeCloseTo(0.5, 2); // the nearest is the ball beside, seen along x
});

test('the scale bar is as long as it says, and a path as long as the way of its point', () => {
  const svg = drawScene(balls, [{ view: 'side', panels: [1], paths: { beside: [0, 0, 0] } }]);
  const unitsPerMetre = Number(circlesOf(svg)[0]![3]) / 0.5;
  const [, from, , to] = /M(\S+) \S+v10M(\S+) \S+v10M\S+ \S+H(\S+)"/.exec(svg)!;
  const [, length, unit] = />(\d+) (m|cm)</.exec(svg)!;
  expect((Number(to) - Number(from)) / unitsPerMetre).toBeCloseTo(Number(length) * (unit === 'm' ? 1 : 0.01), 2);
  const [, start, end] = /class="way" d="M(\S+) \S+ (\S+) \S+"/.exec(svg)!;
  expect((Number(end) - Number(start)) / unitsPerMetre).toBeCloseTo(1, 2);
});

test('moments over each other are named, the earlier ones fainter; other parameters are another run', () => {
  const svg = drawScene(balls, [
    { view: 'top', panels: [{ times: [0, 0.5, 1] }, { times: [0], parameters: { behind: 3 } }] },
  ]);
  expect(svg).toContain('>0, 0.5, 1 s<');
  expect(svg).toContain('>behind 3: 0 s<');
  expect([...svg.matchAll(/<g opacity="(\S+)">/g)].map(([, opacity]) => opacity)).toEqual(['0.25', '0.63']);
  expect(svg).toContain('<desc>Three &amp; more.</desc>');
  const many = drawScene(balls, [{ view: 'top', panels: [{ times: [0, 0.2, 0.4, 0.6, 0.8, 1] }] }]);
  expect(many).toContain('>0 to 1 s, every 0.2 s<');
});

test('without a view it is seen from the side that shows more', () => {
  expect(drawScene(balls, [{ panels: [0] }])).toContain('>side view<');
  expect(drawScene(balls, [{ panels: [{ times: [0], parameters: { behind: 9 } }] }])).toContain('>end view<');
});

test('a picture is the same text every time, and its mark changes with what is drawn', () => {
  const story = [{ view: 'side' as const, panels: [0, 1] }];
  const svg = drawScene(balls, story);
  expect(drawScene(balls, story)).toBe(svg);
  expect(svg).toContain(`<!-- first steps: ${markOfFirstSteps(balls, story)} -->`);
  expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  const marks = [story, [{ view: 'end' as const, panels: [0, 1] }], [{ view: 'side' as const, panels: [0] }]].map(
    (told) => markOfFirstSteps(balls, told),
  );
  expect(new Set(marks).size).toBe(3);
});

test('planes alone have no size: the picture is of the bodies', () => {
  const slope: Scene = {
    ...balls,
    build: (world) => void world.addBody({ name: 'ground', motion: 'static', shape: plane() }),
  };
  expect(() => drawScene(slope, [{ view: 'side', panels: [0] }])).toThrow('balls: expected a body with a size to draw');
});

test('a story that cannot be drawn is refused in a sentence', () => {
  const refused = (row: Partial<StoryRow>) => () => drawScene(balls, [{ panels: [0], ...row }]);
  const where = 'balls: row 1 of the story:';
  expect(() => drawScene(balls, [])).toThrow('balls: expected a story of one row or more, found none');
  expect(refused({ panels: [] })).toThrow(`${where} expected one panel or more, found none`);
  expect(refused({ panels: [{ times: [] }] })).toThrow(`${where} expected times >= 0 in s, found none`);
  expect(refused({ panels: [-1] })).toThrow(`${where} expected times >= 0 in s, found -1`);
  expect(refused({ labels: { bal: 'ball' } })).toThrow(`${where} expected the name of a body, found "bal"`);
  expect(refused({ zoom: { body: 'moon', reach: [1, 1] } })).toThrow(
    `${where} expected the name of a body, found "moon"`,
  );
});

test('a zoomed view shows what is near its body, and draws nothing else', () => {
  const svg = drawScene(balls, [{ view: 'side', panels: [0], zoom: { body: 'beside', reach: [0.5, 0.4] } }]);
  expect(circlesOf(svg).length).toBe(1);
  const [, width, height] = /<svg x="\S+" y="\S+" width="(\S+)" height="(\S+)"/.exec(svg)!;
  const unitsPerMetre = Number(circlesOf(svg)[0]![3]) / 0.25;
  expect(Number(width) / unitsPerMetre).toBeCloseTo(1 + 2 * 0.04, 2); // and some room
  expect(Number(height) / unitsPerMetre).toBeCloseTo(0.8 + 2 * 0.04, 2);
});

test('level ground that is near is shown, and a rope between its ends', () => {
  const hung = (height: number): Scene => ({
    ...balls,
    build(world) {
      world.addBody({ name: 'ground', motion: 'static', shape: plane() });
      const [a, b] = [2, 0].map((up) =>
        world.addBody({ name: `at ${up}`, shape: box(0.5, 0.5, 0.5), density: 1, position: [0, 0, height + 0.5 + up] }),
      );
      world.addJoint({ kind: 'distance', a: a!, b: b!, pointA: [0, 0, height + 2], pointB: [0, 0, height + 1] });
    },
  });
  const draw = (height: number) => drawScene(hung(height), [{ view: 'side', panels: [0] }]);
  expect(draw(0.2)).toContain('class="surface"');
  expect(draw(5)).not.toContain('class="surface"');
  const rods = /class="rod" d="([^"]*)"/.exec(draw(5))![1]!.slice(1).split('M');
  const heights = rods.map((rod) => rod.split(' ').map(Number)).map(([, from, , to]) => Math.abs(to! - from!));
  expect(heights.length).toBe(3); // from both centres to the ends of the rope, half as far as the rope is long
  expect(Math.max(...heights) / Math.min(...heights)).toBeCloseTo(2, 1);
});
