// The page of docs/measured on Siconos' LCPs, and the table of docs/guide/siconos.md.   ../measured.mjs
import { table } from './format.mjs';

const share = (value) =>
  value === null ? 'not finite' : value >= 0.01 ? value.toPrecision(2) : value.toExponential(0);
const leftText = ({ problem, status, relativeEnergy }) =>
  `\`${problem}\` ${share(relativeEnergy)}${status === 'infeasible' ? ' (infeasible)' : ''}`;

/** One line per solver. */
export function lcpTable({ problems, rows }) {
  return table(
    ['solver', 'solved', 'not solved, with the energy error that is left, of that of doing nothing'],
    rows.map(({ solver, taken, solved, left }) => [
      ...[`\`${solver}\``, `${solved} of ${taken}`],
      [...left.map(leftText), ...(taken < problems ? [`${problems - taken} are too large`] : [])].join('; ') || 'none',
    ]),
  );
}

export const siconosPage = {
  name: 'siconos',
  title: "Siconos' LCPs",
  question: "Which of Siconos' own LCPs do our solvers and its own solve?",
  about: `The LCPs of Siconos' tests, most of them not symmetric, from zero, each solver with its default options. No times, so
the machine does not matter.`,
  command: 'siconos --problems FOLDER',
  theory: [
    ['Siconos', '../guide/siconos.md'],
    ['error measures', '../theory/error-measures.md'],
  ],
  body: (result) => [
    `${result.problems} problems. Solved: the energy error that is left is at most ${result.solved} of that of doing nothing. Names that
begin with \`siconos\` are Siconos' solvers, as programs, tolerance 1e-10.`,
    lcpTable(result),
  ],
};
