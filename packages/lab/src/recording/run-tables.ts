/** A recorded run as tables: a row per step and body, per step, or per contact.   docs/guide/record.md */
import type { Column, ColumnTable } from '../column-table.ts';
import type { RecordedRun } from './recorded-run.ts';
import { type RecordedStep, STEP_COLUMNS, STEP_TEXTS } from './recorded-step.ts';

export const RUN_TABLES = ['bodies', 'steps', 'contacts'] as const;
export type RunTableName = (typeof RUN_TABLES)[number];

export function runTable(run: RecordedRun, name: RunTableName): ColumnTable {
  const { heads, rows } = TABLES[name];
  const columns = heads.map((head) => ({ ...head, values: [] as (number | string)[] }));
  for (const row of rows(run)) for (const [k, column] of columns.entries()) column.values.push(row[k]!);
  return columns;
}

type Head = Omit<Column, 'values'>;
type Row = readonly (number | string)[];

const numbers = (unit: string, names: readonly string[]): Head[] =>
  names.map((name) => ({ name, unit, kind: 'number' }));
const integers = (names: readonly string[]): Head[] => names.map((name) => ({ name, unit: '', kind: 'integer' }));
const texts = (names: readonly string[]): Head[] => names.map((name) => ({ name, unit: '', kind: 'text' }));
const xyz = (letter: string) => ['x', 'y', 'z'].map((axis) => `${letter}${axis}`);
const STEP: readonly Head[] = [...integers(['step']), ...numbers('s', ['time'])];

const TABLES: Readonly<
  Record<RunTableName, { readonly heads: readonly Head[]; readonly rows: (run: RecordedRun) => Generator<Row> }>
> = {
  bodies: {
    heads: [
      ...[...STEP, ...texts(['body']), ...numbers('m', ['x', 'y', 'z']), ...numbers('', ['qx', 'qy', 'qz', 'qw'])],
      ...[...numbers('m/s', xyz('v')), ...numbers('rad/s', xyz('w'))],
    ],
    *rows(run) {
      yield* bodyRows(run, { step: 0, values: Float64Array.of(0), ...run.start });
      for (const step of run.steps()) yield* bodyRows(run, step);
    },
  },
  steps: {
    heads: [
      ...integers(['step']),
      ...STEP_COLUMNS.flatMap(({ name, unit }) => numbers(unit === '1' ? '' : unit, [name])),
      ...texts(STEP_TEXTS.map(({ name }) => (name.startsWith('budget.') ? `${name}.where` : name))),
    ],
    *rows(run) {
      for (const { step, values, texts: words } of run.steps()) yield [step, ...values, ...words];
    },
  },
  contacts: {
    heads: [
      ...[...STEP, ...integers(['colliderA', 'colliderB', 'feature']), ...texts(['bodyA', 'bodyB', 'state'])],
      ...[...numbers('m', ['x', 'y', 'z']), ...numbers('', [...xyz('n'), ...xyz('t')]), ...numbers('m', ['gap'])],
      ...numbers('N s', ['impulseN', 'impulseT1', 'impulseT2']),
      ...[...numbers('N m s', ['turningT1', 'turningT2', 'turningN']), ...numbers('J', ['energyError'])],
    ],
    *rows(run) {
      for (const step of run.steps()) yield* contactRows(run, step);
    },
  },
};

function* bodyRows(
  { bodies }: RecordedRun,
  { step, values, pose, velocity }: Pick<RecordedStep, 'step' | 'values' | 'pose' | 'velocity'>,
): Generator<Row> {
  for (const [k, { name }] of bodies.entries())
    yield [step, values[0]!, name, ...pose.subarray(7 * k, 7 * k + 7), ...velocity.subarray(6 * k, 6 * k + 6)];
}

const STATES = ['open', 'stick', 'slip'] as const;

function* contactRows({ bodies }: RecordedRun, { step, values, contacts }: RecordedStep): Generator<Row> {
  const three = (array: Float64Array | Int32Array, i: number) => array.subarray(3 * i, 3 * i + 3);
  for (let i = 0; i < contacts.count; i++)
    yield [
      ...[step, values[0]!, ...three(contacts.id, i)],
      ...[bodies[contacts.body[2 * i]!]?.name ?? '', bodies[contacts.body[2 * i + 1]!]?.name ?? ''],
      ...[STATES[contacts.state[i]! % 3] ?? '', ...three(contacts.point, i), ...three(contacts.normal, i)],
      ...[
        ...three(contacts.tangent, i),
        contacts.gap[i]!,
        ...three(contacts.impulse, i),
        ...three(contacts.turning, i),
      ],
      contacts.error[i]!,
    ];
}
