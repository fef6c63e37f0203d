/**
 * The way of the load through a contact or a joint: from body to body towards what is fixed, by the fewest bodies and among those
 * through what carries most; and away from it through the most heavily loaded of what rests there.
 */

import type { World } from '@signorini/engine';
import type { Problem, Structure } from '@signorini/engine/problem';
import { conditionOf } from '@signorini/lab';
import type { LoadPath } from '../../questions.ts';
import { placesOfBodies } from './problem-bodies.ts';

const GROUND = -1;

interface Edge {
  readonly nodes: readonly [number, number];
  readonly rows: number[];
  /** N s: what presses or pulls along its linear rows that are no friction. */
  width: number;
}

/** @param of row of the contact or joint @param at place of the problem in `world.problems()` */
export function loadPath(world: World, p: Problem, of: number, at: number): LoadPath | null {
  if (!p.structure) return null;
  const edges = edgesOf(p, p.structure);
  const own = edges.find(({ rows }) => rows.includes(of));
  if (!own) return null; // a row of three bodies or more, or of none that moves
  const { path, grounded } = pathThrough(own, edges);
  const places = placesOfBodies(world, p, at);
  const bodies = path.map((node) => {
    const body = node === GROUND ? undefined : world.bodies[places[node]!];
    if (node === GROUND) return { name: groundOf(world), mass: null };
    return { name: body?.name ?? `body ${node}`, mass: body?.mass ?? 1 / p.structure!.Minv[36 * node]! };
  });
  const moving = bodies.filter((one): one is { name: string; mass: number } => one.mass !== null);
  const heavy = moving.reduce((most, one) => (one.mass > most.mass ? one : most));
  const light = moving.reduce((least, one) => (one.mass < least.mass ? one : least));
  const rows = edges.filter(({ nodes: [a, b] }) => adjacent(path, a, b)).flatMap((edge) => edge.rows);
  return {
    bodies,
    grounded,
    rows: rows.length,
    massRatio: heavy.mass / light.mass,
    heavy: heavy.name,
    light: light.name,
    condition: conditionOf(p, rows),
  };
}

/** Several fixed bodies are one to the structure. */
const groundOf = (world: World): string => {
  const fixed = world.bodies.filter((body) => body.fixed);
  return fixed.length === 1 ? fixed[0]!.name : 'what is fixed';
};

const adjacent = (path: readonly number[], a: number, b: number): boolean =>
  path.some((node, k) => (node === a && path[k + 1] === b) || (node === b && path[k + 1] === a));

/** One edge for all rows between the same two bodies. */
function edgesOf(p: Problem, { rowStart, body }: Structure): Edge[] {
  const edges = new Map<string, Edge>();
  const x = p.x ?? new Float64Array(p.n);
  for (let i = 0; i < p.n; i++) {
    const nodes = [...body.subarray(rowStart[i], rowStart[i + 1])].sort((a, b) => a - b);
    if (nodes.length === 0 || nodes.length > 2) continue;
    const [a, b] = nodes.length === 1 ? [GROUND, nodes[0]!] : [nodes[0]!, nodes[1]!];
    const key = `${a}/${b}`;
    const edge = edges.get(key) ?? { nodes: [a, b], rows: [], width: 0 };
    edges.set(key, edge);
    edge.rows.push(i);
    const friction = ['friction', 'rolling', 'spinning'].includes(p.kind?.[i] ?? '');
    if (!friction && p.unit?.[i] !== 'angular') edge.width += Math.abs(x[i]!);
  }
  return [...edges.values()];
}

interface Neighbour {
  readonly node: number;
  readonly width: number;
}

/** Edges that carry nothing are no way for a load; the own one is, even if it is open now. */
function pathThrough(own: Edge, edges: readonly Edge[]): { path: number[]; grounded: boolean } {
  const context = neighbours(edges.filter((edge) => edge.width > 0 || edge === own));
  const fromGround = depths(GROUND, context);
  const grounded = fromGround.has(own.nodes[0]);
  const depth = grounded ? fromGround : depths(own.nodes[0], context);
  const at = (node: number) => depth.get(node)!;
  const [lower, upper] = at(own.nodes[0]) <= at(own.nodes[1]) ? own.nodes : [own.nodes[1], own.nodes[0]];
  const way = (from: number, step: 1 | -1): number[] => {
    const next = (context.get(from) ?? [])
      .filter(({ node }) => at(node) === at(from) + step)
      .reduce<Neighbour | undefined>((most, one) => (one.width > (most?.width ?? -1) ? one : most), undefined);
    return next ? [next.node, ...way(next.node, step)] : [];
  };
  return { path: [...way(upper, 1).reverse(), upper, lower, ...way(lower, -1)], grounded };
}

function neighbours(edges: readonly Edge[]): Map<number, Neighbour[]> {
  const lists = new Map<number, Neighbour[]>();
  const add = (from: number, node: number, width: number) => {
    const list = lists.get(from) ?? [];
    lists.set(from, list);
    list.push({ node, width });
  };
  for (const { nodes, width } of edges) {
    add(nodes[0], nodes[1], width);
    add(nodes[1], nodes[0], width);
  }
  return lists;
}

/** Edges between a node and the root, at least. */
function depths(root: number, context: ReadonlyMap<number, readonly Neighbour[]>): Map<number, number> {
  const depth = new Map([[root, 0]]);
  for (const [node, steps] of depth) // grows while it is walked
    for (const { node: next } of context.get(node) ?? []) if (!depth.has(next)) depth.set(next, steps + 1);
  return depth;
}
