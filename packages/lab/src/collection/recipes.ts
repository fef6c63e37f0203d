/**
 * How every problem of the collection is made: a scene, its parameters, what drives it, and the steps that are kept.
 * docs/guide/scoreboard.md
 *
 * Scenes of the papers give three problems each: the steps at a tenth, at half and at nine tenths of the scene's own number
 * of steps, whatever happens in them. The others were chosen because something about them is hard.
 */
import type { WorldOptions } from '@signorini/engine';
import { findScene, type SceneValues } from '@signorini/engine/scenes';

/** One run of a scene. */
export interface Recipe {
  readonly scene: string;
  readonly parameters?: SceneValues;
  /** In place of the scene's own. */
  readonly settings?: Pick<WorldOptions, 'frictionModel' | 'contactForm' | 'timeStep'>;
  /** `bpp`: as `signorini capture`, with the coupling of EATK18 Table 3, for box friction; `auto`: with its own settings. */
  readonly driver: 'bpp' | 'auto';
  readonly keep: readonly KeptStep[];
  /** The run takes about a second or less: tests make it again. */
  readonly quick?: true;
}

interface KeptStep {
  readonly name: string;
  /** From 1. */
  readonly step: number;
  /** Why the problem is hard, in a few words. */
  readonly hard: string;
}

/** Raised when a problem is added, removed or changed. */
export const COLLECTION_VERSION = 1;

const MOMENTS = { early: 0.1, middle: 0.5, late: 0.9 } as const;

function paper(scene: string, hard: string, more: Partial<Recipe> = {}): Recipe {
  const { steps } = findScene(scene);
  return {
    scene,
    driver: 'bpp' as const,
    ...more,
    keep: Object.entries(MOMENTS).map(([moment, share]) => ({
      name: `${scene}-${moment}`,
      step: Math.round(share * steps),
      hard,
    })),
  };
}

/** One problem of a run with Coulomb's cones, or with what `more` states. */
function hard(name: string, scene: string, step: number, why: string, more: Partial<Recipe> = {}): Recipe {
  return { scene, driver: 'auto', ...more, keep: [{ name, step, hard: why }] };
}

const cone = { frictionModel: 'cone' } as const;

/** In the order in which they are listed. */
export const recipes: readonly Recipe[] = [
  paper('brick-wall', 'many contacts per body'),
  paper('closed-loop', 'a loop of joints'),
  paper('winch', 'a chain around a drum'),
  paper('log-grasping', 'redundant joints, a grip by friction'),
  paper('cable-rod', 'a taut cable; friction decides'),
  paper('capstan', 'a taut cable; friction decides'),
  paper('forklift', 'gears, rolling friction', { quick: true }),
  paper('granular', 'a pile that is still moving', { parameters: { count: 200 } }),
  paper('shaker', 'a pile that is shaken', { parameters: { count: 100 } }),

  hard('slope-12-rows', 'box-on-slope', 30, 'nothing: small enough to try all combinations', {
    driver: 'bpp',
    quick: true,
  }),
  hard('stack-1e3', 'mass-ratio-stack', 60, 'mass ratio 1000', { quick: true }),
  hard('stack-1e6', 'mass-ratio-stack', 60, 'mass ratio 1e6', { quick: true, parameters: { ratio: 1e6 } }),
  hard('stack-1e6-box', 'mass-ratio-stack', 60, 'mass ratio 1e6', {
    driver: 'bpp',
    quick: true,
    parameters: { ratio: 1e6 },
  }),
  hard('chain-snap', 'heavy-chain-drop', 17, 'mass ratio 1000 along 20 links, snapping taut', { quick: true }),
  hard('chain-1e6', 'heavy-chain', 30, 'mass ratio 1e6 along 20 links', { quick: true, parameters: { load: 1e6 } }),
  hard('loop-60', 'closed-loop', 150, 'a loop of 60 joints', { driver: 'bpp', parameters: { cubes: 60 } }),
  hard('wall-rigid', 'brick-wall', 50, 'rigid contacts: redundant, impulses not unique', {
    settings: { contactForm: 'rigid' },
  }),
  hard('wall-stiff-friction', 'brick-wall', 50, 'friction rows 1e6 times stiffer than normals', {
    driver: 'bpp',
    parameters: { frictionCompliance: 1e-6 },
  }),
  hard('wall-friction-10', 'brick-wall', 50, 'friction coefficient 10', {
    driver: 'bpp',
    parameters: { friction: 10 },
  }),
  hard('wall-kick', 'brick-wall', 5, 'a blow: sliding bricks', { driver: 'bpp', parameters: { kick: 3 }, quick: true }),
  hard('wall-cone', 'brick-wall', 250, 'many contacts per body, cones', { settings: cone }),
  hard('winch-cone', 'winch', 250, 'a chain around a drum, cones', { settings: cone }),
  hard('a-frame-limit', 'a-frame', 30, 'two boards that stand by friction alone, 5 % from slipping', { quick: true }),
  hard('dominoes-cone', 'dominoes', 45, 'bodies that tip onto each other', { quick: true }),
  hard('dominoes-pyramid', 'dominoes', 45, 'pyramids', { quick: true, settings: { frictionModel: 'pyramid' } }),
  hard('dominoes-polyhedral', 'dominoes', 45, 'cones of eight sides', {
    quick: true,
    settings: { frictionModel: 'polyhedral' },
  }),
  hard('dominoes-relaxed', 'dominoes', 45, 'relaxed cones', {
    quick: true,
    settings: { frictionModel: 'relaxed-cone' },
  }),
  hard('pile-friction-5', 'granular', 30, 'friction coefficient 5, cones', {
    settings: cone,
    parameters: { count: 200, friction: 5 },
  }),
  hard('pile-680', 'granular', 20, 'large', { driver: 'bpp' }),
  hard('pile-680-cone', 'granular', 20, 'large, cones', { settings: cone }),
  hard('wall-40', 'brick-wall', 30, 'large: 40 rows of bricks', { driver: 'bpp', parameters: { rows: 40 } }),
];
