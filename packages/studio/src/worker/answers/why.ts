/**
 * Why a contact is wrong, or the worst rows of a step: the part of its error, its bounds, when the solve last changed it, the path
 * of its load, and what the doctor finds in the scene and in this step's problem.
 */
import { ContractError, contactRows, contactTable, type World } from '@signorini/engine';
import { energyErrorOf, energyParts } from '@signorini/engine/measures';
import { type Contact, type Problem, rowLabel, velocities } from '@signorini/engine/problem';
import { examineProblem, examineScene } from '@signorini/lab';
import type { About, ChangeAnswer, DoctorAnswer, RowAnswer, Why } from '../../questions.ts';
import type { Branch } from '../run/branch.ts';
import { sceneOf } from '../run/scene-library.ts';
import type { AnswerContext } from './answer-context.ts';
import { asMet, inspectProblem, type Solved } from './inspection.ts';
import { loadPath } from './load-path.ts';
import { jointOf, placesOfBodies } from './problem-bodies.ts';

/** Part of the largest impulse of a contact by which a change counts. */
const CHANGE = 1e-9;
/** Part of an error by which two ways to compute it may differ. */
const SAME = 1e-6;
/** ms: a scene whose doctor would take longer is not examined in the page. */
const DOCTOR_TIME = 3000;
/** The doctor of a scene takes about as long as so many steps: some of them twice, and by a second friction model. */
const DOCTOR_STEPS = 40;

/** Rows that belong together, in one problem of a step. */
interface Subject {
  readonly name: string;
  readonly problem: Problem;
  /** Place of the problem in `world.problems()`. */
  readonly place: number;
  readonly rows: readonly number[];
}

export class Reasons {
  private readonly context: AnswerContext;
  /** Findings in the scene, examined once per run. */
  private scene: { readonly of: unknown; readonly found: Omit<DoctorAnswer, 'leftOut'> } | undefined;

  constructor(context: AnswerContext) {
    this.context = context;
  }

  /** @param contact its id; null: what is worst in the step @throws ContractError if there is nothing to explain */
  explain({ branch: id, step, contact }: About<'why'>): Why {
    const { tree } = this.context;
    const branch = tree.holder(tree.branch(id), step);
    branch.seek(step);
    const world = branch.shown;
    const subject = contact === null ? worstOf(world, step) : this.contactOf(world, contact);
    const { problem, place, rows, name } = subject;
    const x = problem.x!;
    const w = velocities(problem, x, new Float64Array(problem.n));
    const errors = energyErrorOf(problem, x, w, { perRow: true }).rows!;
    const worst = rows.reduce((most, row) => (errors[row]! > errors[most]! ? row : most), rows[0]!);
    const setup = branch.setupAt(step);
    const solved = inspectProblem(problem, setup, () => -1, asMet(problem, setup.warmStart));
    return {
      branch: id,
      step,
      contact,
      subject: name,
      solver: setup.solver,
      joules: rows.reduce((sum, row) => sum + errors[row]!, 0),
      stepJoules: branch.scalars.at('energyError', step),
      row: rowAnswer(problem, worst, w[worst]!, errors[worst]!),
      changes: changesOf(solved, rows),
      path: loadPath(world, problem, worst, place),
      doctor: this.doctor(branch, subject, step),
    };
  }

  private contactOf(world: World, contact: number): Subject {
    const table = contactTable(world);
    const row = contactRows(world);
    const ids = this.context.now().ids;
    const i = Array.from({ length: table.count }, (_, k) => k).find(
      (k) => ids.of(table.id[3 * k]!, table.id[3 * k + 1]!, table.id[3 * k + 2]!) === contact,
    );
    if (i === undefined || row[2 * i]! < 0) throw new ContractError(`contact ${contact} is not present at this step`);
    const [place, normal] = [row[2 * i]!, row[2 * i + 1]!];
    const problem = world.problems()[place]!;
    const nameOf = (side: 0 | 1) => world.bodies[table.body[2 * i + side]!]!.name;
    return { name: `${nameOf(0)} / ${nameOf(1)}`, problem, place, rows: rowsOfContact(problem, normal) };
  }

  /** Examines this step's problem, and the scene unless that takes too long. */
  private doctor(branch: Branch, { problem, place }: Subject, step: number): DoctorAnswer {
    const slots = placesOfBodies(branch.shown, problem, place);
    const names = [...slots].map((at, k) => branch.shown.bodies[at]?.name ?? `body ${k}`);
    const here = examineProblem(problem, names);
    const times = Array.from({ length: 20 }, (_, k) => branch.scalars.at('stepMs', step - k));
    const estimate = DOCTOR_STEPS * Math.min(...times.filter((ms) => !Number.isNaN(ms))); // the others waited for something
    const scene = estimate > DOCTOR_TIME ? undefined : this.sceneFindings();
    const leftOut = scene
      ? null
      : `The scene itself was not examined: that would take about ${Math.round(estimate / 1000)} s. signorini doctor does it.`;
    const found = {
      warnings: onlyOnce([...here.warnings, ...(scene?.warnings ?? [])]),
      notes: onlyOnce([...here.notes, ...(scene?.notes ?? [])]),
    };
    return { ...found, leftOut };
  }

  private sceneFindings(): Omit<DoctorAnswer, 'leftOut'> {
    const spec = this.context.now().spec;
    if (this.scene?.of === spec) return this.scene.found;
    const { source, timeStep } = spec;
    const found = examineScene({
      scene: sceneOf(source),
      ...(source.kind === 'catalogue' && { parameters: source.parameters }),
      ...(timeStep !== null && { timeStep }),
    });
    this.scene = { of: spec, found };
    return found;
  }
}

/** A finding of the problem of this step may be one of the first step's too. */
function onlyOnce(findings: DoctorAnswer['warnings']): DoctorAnswer['warnings'] {
  const first = new Map<string, DoctorAnswer['warnings'][number]>();
  for (const one of findings) if (!first.has(one.check)) first.set(one.check, one);
  return [...first.values()].map(({ check, sentence }) => ({ check, sentence }));
}

const frictionRows = ({ tangents, rolling, spinning }: Contact): number[] => [...tangents, ...rolling, ...spinning];

function rowsOfContact(p: Problem, normal: number): number[] {
  const contact = p.contacts.find((one) => one.normal === normal)!;
  return [normal, ...frictionRows(contact)];
}

/** The contact or joint of the row with the largest error. */
function worstOf(world: World, step: number): Subject {
  let worst: { readonly error: number; readonly row: number; readonly place: number } | undefined;
  const problems = world.problems();
  problems.forEach((p, place) => {
    const { rows } = energyErrorOf(p, p.x!, velocities(p, p.x!, new Float64Array(p.n)), { perRow: true });
    rows!.forEach((error, row) => {
      if (!(error <= (worst?.error ?? -1))) worst = { error, row, place };
    });
  });
  if (!worst) throw new ContractError(`step ${step} has no problem: nothing touches or holds`);
  const { row, place } = worst;
  const problem = problems[place]!;
  const contact = problem.contacts.find((one) => one.normal === row || frictionRows(one).includes(row));
  const name = jointOf(problem.names?.[row]);
  if (contact) return { name: name.replace('/', ' / '), problem, place, rows: rowsOfContact(problem, contact.normal) };
  const rows = Array.from({ length: problem.n }, (_, i) => i).filter((i) => jointOf(problem.names?.[i]) === name);
  return { name, problem, place, rows: rows.length > 0 ? rows : [row] };
}

function rowAnswer(p: Problem, row: number, w: number, joules: number): RowAnswer {
  const [x, lo, hi] = [p.x![row]!, p.lo[row]!, p.hi[row]!];
  const { upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity } = energyParts(
    ...([p.A.diagonal[row]!, x, w, lo, hi] as const),
  );
  const parts = [upperImpulse, lowerImpulse, positiveVelocity, negativeVelocity];
  const bound = (v: number) => (Number.isFinite(v) ? v : null);
  const unit = p.unit?.[row] === 'angular' ? 'N m s' : 'N s';
  return {
    label: rowLabel(p, row),
    kind: p.kind?.[row] ?? 'row',
    unit,
    x,
    w,
    lo: bound(lo),
    hi: bound(hi),
    joules,
    parts,
    shaped: Math.abs(Math.max(...parts) - joules) > SAME * joules,
  };
}

/** Over the iterates of all solves of the problem. */
function changesOf({ iterates, inspection }: Solved, rows: readonly number[]): ChangeAnswer {
  const of = iterates.at(-1)?.k ?? 0;
  if (inspection.absent !== null) return { absent: inspection.absent, impulse: 0, state: 0, of, thinned: false };
  let size = 0;
  for (const { x } of iterates) for (const row of rows) size = Math.max(size, Math.abs(x[row]!));
  let [impulse, state] = [0, 0];
  for (let place = 1; place < iterates.length; place++) {
    const [before, now] = [iterates[place - 1]!, iterates[place]!];
    if (rows.some((row) => Math.abs(now.x[row]! - before.x[row]!) > CHANGE * size)) impulse = now.k;
    if (rows.some((row) => stateOf(now, row) !== stateOf(before, row))) state = now.k;
  }
  return { absent: null, impulse, state, of, thinned: of >= iterates.length };
}

/** -1 at the lower bound, 1 at the upper, 0 between. */
function stateOf({ x, lo, hi }: Solved['iterates'][number], row: number): number {
  return x[row]! <= lo[row]! ? -1 : x[row]! >= hi[row]! ? 1 : 0;
}
