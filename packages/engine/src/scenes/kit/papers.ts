/** Shared by the papers' scenes: EATK18 Table 1 and Section 5.   docs/papers.md */
import type { WorldSettings } from '../../dynamics/world/settings.ts';
import type { SceneParameter } from '../scene.ts';

/** Unilateral rows: N/m, kg/s. */
export const CONTACT = { stiffness: 1e5, damping: 1e4 } as const;
/** Bilateral rows: N/m, kg/s; N m/rad, N m s/rad. */
export const JOINT = { stiffness: 1e10, damping: 1e8 } as const;

export const commonParameters = {
  friction: { default: 1, unit: '', min: 0, summary: 'friction coefficient of every contact' },
  frictionCompliance: {
    default: 1,
    unit: '',
    min: 1e-12,
    summary: 'scale on the compliance of friction rows; not given in the papers',
  },
  stick: {
    default: 'anchor',
    unit: '',
    choices: ['anchor', 'none'],
    summary: 'friction that holds its place, or creeps as in the papers',
  },
} as const satisfies Record<string, SceneParameter>;

export const material = (friction: number) => ({ friction, ...CONTACT });

export function commonSettings(
  title: string,
  values: { readonly frictionCompliance: number; readonly stick: string },
): WorldSettings {
  return {
    title,
    gravity: [0, 0, -9.81],
    integrator: 'semi-implicit',
    gyroscopic: 'none',
    frictionModel: 'box', // the papers' MLCPs have bounds row by row
    frictionCompliance: values.frictionCompliance,
    stick: values.stick === 'none' ? 'none' : 'anchor',
  };
}
