/** signorini doctor <scene|file|problem>: what will go wrong, before it does. Thin: read, examine, print. */
import { findScene } from '@signorini/engine/scenes';
import { counted, type DoctorDocument, examineScene, examineStored, frictionText } from '@signorini/lab';
import { readSceneOrProblem } from '@signorini/lab/node';
import { type Command, Option } from 'commander';
import { parseAssignments, repeated } from '../assignments.ts';
import { complain, type Io, UsageError } from '../io.ts';
import { parseSeconds, short } from '../quantities.ts';
import { isPath, type SceneFlags } from '../scene-flags.ts';

interface DoctorFlags extends SceneFlags {
  readonly strict?: boolean;
  readonly json?: boolean;
}

export function addDoctor(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('doctor')
    .argument('<scene|file|problem>', 'a built-in scene, a scene file, or a problem file')
    .description('warns before the run: mass ratios, redundancy, conditioning, step against stiffness, units')
    .addOption(repeated('--set <key=value>', 'a parameter of the scene; may be repeated'))
    .addOption(new Option('--time-step <time>', "for example 1/120, 0.01s or 5ms (default: the scene's)"))
    .option('--strict', 'exit 1 if there is a warning')
    .option('--json', 'print one JSON document')
    .action(async (name: string, flags: DoctorFlags) => {
      const document = await examine(name, flags, io);
      io.out(flags.json ? `${JSON.stringify(document)}\n` : textOf(document));
      end(flags.strict && document.warnings.length > 0 ? 1 : 0);
    });
}

async function examine(name: string, { set, timeStep }: DoctorFlags, io: Io): Promise<DoctorDocument> {
  const note = (sentence: string) => complain(io, `${name}: ${sentence}`);
  const read = isPath(name) ? await readSceneOrProblem(name, note) : { scene: findScene(name) };
  if ('problem' in read) {
    if (set.length > 0 || timeStep !== undefined)
      throw new UsageError(`${set.length > 0 ? '--set' : '--time-step'} belongs to a scene, found a problem`);
    return examineStored(name, read.problem);
  }
  return examineScene({
    scene: read.scene,
    parameters: parseAssignments('--set', set, 'key=1'),
    ...(timeStep !== undefined && { timeStep: parseSeconds('--time-step', timeStep) }),
  });
}

function textOf({ subject, source, warnings, notes, figures }: DoctorDocument): string {
  const { rows, bodies, contacts, friction, massRatio, redundantRows, conditionNumber } = figures;
  const unbounded = warnings.some(({ check, value }) => check === 'conditioning' && value === null);
  const looked = [
    ...(bodies === null ? [] : [counted(bodies, 'body').replace('bodys', 'bodies')]),
    `${counted(rows, 'row')}${source === 'scene' ? ' in the first step' : ''}`,
    counted(contacts, 'contact'),
    ...(friction.length === 0 ? [] : [frictionText(friction)]),
    ...(massRatio === null ? [] : [`masses up to ${short(massRatio)} to 1`]),
    ...(redundantRows ? [`${counted(redundantRows, 'redundant row')}`] : []),
    unbounded
      ? 'condition without bound'
      : conditionNumber === null
        ? 'condition not measured'
        : `condition ${short(conditionNumber)}`,
  ];
  return [
    `${subject}: ${warnings.length === 0 ? 'nothing to warn of' : counted(warnings.length, 'warning')}\n`,
    `  looked at   ${looked.join(', ')}\n`,
    ...warnings.map(
      ({ check, sentence, others }) =>
        `  warning     ${check}: ${sentence}${others === 0 ? '' : ` (and ${others} more like it)`}\n`,
    ),
    ...notes.map(({ check, sentence }) => `  note        ${check}: ${sentence}\n`),
  ].join('');
}
