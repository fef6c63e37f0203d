/** One step of a recorded run: its figures, its names, the motion of all bodies, its contacts.   docs/guide/record.md */
import {
  type ContactTable,
  contactTable,
  type FailedMethod,
  type LedgerEntries,
  type StepReport,
  type World,
} from '@signorini/engine';

export interface RecordedStep {
  /** From 1. */
  readonly step: number;
  /** In the order of STEP_COLUMNS. */
  readonly values: Float64Array;
  /** In the order of STEP_TEXTS. */
  readonly texts: readonly string[];
  /** Seven numbers per body: position xyz (m), orientation xyzw. */
  readonly pose: Float64Array;
  /** Six numbers per body: velocity of the centre of mass (m/s), angular velocity (rad/s), in world axes. */
  readonly velocity: Float64Array;
  readonly contacts: ContactTable;
}

export interface StepColumn {
  readonly name: string;
  readonly unit: string;
  /** Group of the column: the step, its energies, its budget or its ledger. */
  readonly group: 'step' | 'energy' | 'budget' | 'ledger';
  readonly value: (report: StepReport, energy: Energies) => number;
}

type Energies = ReturnType<World['energy']>;

const LEDGER = [
  ...['applied', 'gravity', 'joints', 'motors', 'limits', 'contacts', 'friction', 'rolling', 'kinematic', 'rotation'],
  ...['gyroscopic', 'stiffness', 'implicit', 'filter', 'projection', 'sleep', 'extrapolation'],
] as readonly (keyof LedgerEntries)[];
const BUDGET = ['solver', 'friction', 'joints', 'contacts', 'gaps', 'arms', 'drift', 'quick'] as const;

const COUNTS = ['rows', 'islands', 'sleeping', 'solves', 'subSteps', 'rejected', 'unmet'] as const;

const iterations = (name: string, kind: keyof StepReport['iterations']): StepColumn => ({
  name,
  unit: '1',
  group: 'step',
  value: (report) => report.iterations[kind],
});
const joules = (name: string, group: StepColumn['group'], value: StepColumn['value']): StepColumn => ({
  name,
  unit: 'J',
  group,
  value,
});

/** The figures of a step. NaN: not measured in this run. */
export const STEP_COLUMNS: readonly StepColumn[] = [
  { name: 'time', unit: 's', group: 'step', value: ({ time }) => time },
  joules('energyError', 'step', ({ energyError }) => energyError.value),
  joules('frictionConsistency', 'step', ({ frictionConsistency }) => frictionConsistency.value),
  { name: 'deepest', unit: 'm', group: 'step', value: ({ deepest }) => deepest },
  { name: 'contacts', unit: '1', group: 'step', value: ({ contactCount }) => contactCount },
  ...COUNTS.map((name): StepColumn => ({ name, unit: '1', group: 'step', value: (report) => report[name] })),
  iterations('iterations', 'total'),
  iterations('iterationsDirect', 'direct'),
  iterations('iterationsIterative', 'iterative'),
  iterations('iterationsCoupling', 'coupling'),
  joules('kinetic', 'energy', (_, { kinetic }) => kinetic),
  joules('potential', 'energy', (_, { potential }) => potential),
  joules('elastic', 'energy', (_, { elastic }) => elastic),
  ...BUDGET.map((key) => joules(`budget.${key}`, 'budget', ({ budget }) => budget[key].value)),
  joules('budget.time', 'budget', ({ budget }) => budget.time?.energy ?? Number.NaN),
  joules('budget.motion', 'budget', ({ budget }) => budget.time?.motion ?? Number.NaN),
  joules('budget.model', 'budget', ({ budget }) => budget.model?.value ?? Number.NaN),
  joules('budget.total', 'budget', ({ budget }) => budget.total),
  joules('budget.scale', 'budget', ({ budget }) => budget.scale),
  ...LEDGER.map((key) => joules(`ledger.${key}`, 'ledger', ({ ledger }) => ledger.entries[key])),
  joules('ledger.change', 'ledger', ({ ledger }) => ledger.change),
  joules('ledger.imbalance', 'ledger', ({ ledger }) => ledger.imbalance),
  joules('ledger.limit', 'ledger', ({ ledger }) => ledger.limit),
];

/** Words and names of a step: how it went, and where most of each entry of the budget is. */
export const STEP_TEXTS: readonly { readonly name: string; readonly text: (report: StepReport) => string }[] = [
  { name: 'status', text: ({ status }) => status },
  { name: 'verdict', text: ({ verdict }) => verdict },
  { name: 'method', text: ({ method }) => methodText(method) },
  { name: 'torn', text: ({ torn }) => torn.join(', ') },
  { name: 'broken', text: ({ broken }) => broken.join(', ') },
  ...BUDGET.map((key) => ({ name: `budget.${key}`, text: ({ budget }: StepReport) => budget[key].where })),
  { name: 'budget.time', text: ({ budget }) => budget.time?.where ?? '' },
  { name: 'budget.model', text: ({ budget }) => budget.model?.where ?? '' },
];

/** Methods that produced the impulses, and the solves that failed before: "auto; auto for bpp (diverged)". */
function methodText(method: StepReport['method']): string {
  return [method?.path ?? '', ...new Set(method?.failed?.map(insteadText))].join('; ');
}

/** Which method answered for which: "auto for bpp (diverged)". */
export function insteadText({ solver, status, answered }: FailedMethod): string {
  return `${answered} for ${solver} (${status})`;
}

/** Records the last step of a world. */
export function recordedStep(world: World, report: StepReport): RecordedStep {
  const energy = world.energy();
  const values = new Float64Array(STEP_COLUMNS.length);
  for (let k = 0; k < values.length; k++) values[k] = STEP_COLUMNS[k]!.value(report, energy);
  return {
    step: report.step,
    values,
    texts: STEP_TEXTS.map(({ text }) => text(report)),
    pose: world.poses(),
    velocity: velocitiesOf(world),
    contacts: contactTable(world),
  };
}

/** Six numbers per body, in the order of `world.bodies`. */
export function velocitiesOf({ bodies }: World): Float64Array {
  const velocity = new Float64Array(6 * bodies.length);
  bodies.forEach((body, k) => {
    velocity.set(body.velocity, 6 * k);
    velocity.set(body.angularVelocity, 6 * k + 3);
  });
  return velocity;
}

/** Arrays of numbers of the contacts: type, numbers per contact, unit. */
export const CONTACT_ARRAYS = {
  id: { type: 'i32', columns: 3, unit: '1' },
  body: { type: 'i32', columns: 2, unit: '1' },
  state: { type: 'i32', columns: 1, unit: '1' },
  point: { type: 'f64', columns: 3, unit: 'm' },
  normal: { type: 'f64', columns: 3, unit: '1' },
  tangent: { type: 'f64', columns: 3, unit: '1' },
  gap: { type: 'f64', columns: 1, unit: 'm' },
  impulse: { type: 'f64', columns: 3, unit: 'N s' },
  turning: { type: 'f64', columns: 3, unit: 'N m s' },
  error: { type: 'f64', columns: 1, unit: 'J' },
} as const;
export type ContactArray = keyof typeof CONTACT_ARRAYS;
export const CONTACT_NAMES = Object.keys(CONTACT_ARRAYS) as readonly ContactArray[];
