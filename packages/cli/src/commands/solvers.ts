/** signorini solvers [name]: what there is, with every option, its unit and its range. */
import { type AnySolver, findSolver, type OptionSpec, rangeOf, solvers } from '@signorini/engine/solvers';
import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { plain } from '../quantities.ts';

export function addSolvers(program: Command, io: Io): void {
  program
    .command('solvers')
    .argument('[name]', 'one solver only')
    .description('every solver: family, sets it accepts, options with units and defaults, theory page')
    .option('--json', 'print one JSON document')
    .action((name: string | undefined, { json }: { json?: boolean }) => {
      const list = name === undefined ? solvers : [findSolver(name)];
      if (json) io.out(`${JSON.stringify({ solvers: list.map(documentOf) }, null, 2)}\n`);
      else io.out(list.map(textOf).join('\n'));
    });
}

function documentOf({
  name,
  summary,
  family,
  accepts,
  needs,
  maxRows,
  coupling,
  defaults,
  options,
  reference,
}: AnySolver) {
  return { name, summary, family, accepts, needs, maxRows: maxRows ?? null, coupling, defaults, options, reference };
}

function textOf(solver: AnySolver): string {
  const { name, summary, family, accepts, needs, maxRows, coupling, options, reference } = solver;
  const takes = [
    `sets: ${accepts.join(', ')}`,
    needs === 'any' ? 'any A' : needs === 'symmetric' ? 'symmetric A' : 'J, Minv and C',
    ...(maxRows === undefined ? [] : [`at most ${maxRows} rows`]),
    `${coupling} ${coupling === 1 ? 'solve' : 'solves'} if contacts have friction`,
  ];
  const lines = Object.entries(options).map(([option, spec]) => `    ${option.padEnd(14)} ${optionText(spec)}`);
  return `${name}  ${summary}\n  ${family}; ${takes.join('; ')}\n${lines.join('\n')}\n  theory: ${reference}\n`;
}

function optionText(spec: OptionSpec): string {
  const unit = spec.type === 'number' && spec.unit !== '' ? ` ${spec.unit}` : '';
  return `${`${plain(spec.default)}${unit}`.padEnd(18)} ${rangeOf(spec)}; ${spec.summary}`;
}
