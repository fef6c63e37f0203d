/** Checks an MLCP before it is solved: mass ratios, redundant joint rows, conditioning.   docs/guide/doctor.md */
import { type Problem, rowLabel, type Structure, setsOf } from '@signorini/engine/problem';
import { counted, short } from '../number-text.ts';
import { finite } from '../statistics.ts';
import { conditionNumber, deficiency, type Matrix, scaled, scaledDelassus } from './dense.ts';
import { type DoctorDocument, type Finding, worstOfEach } from './finding.ts';

const MASS_RATIO = 1e4;
/** Condition number above which fewer than six of sixteen digits are left. */
const CONDITION = 1e10;
/** More rows are not measured: a dense factorisation would take seconds. */
const DENSE_ROWS = 900;

export interface ProblemFindings {
  readonly warnings: Finding[];
  readonly notes: Finding[];
  readonly figures: DoctorDocument['figures'];
}

/** @param bodies names of the bodies of the structure, if known */
export function examineProblem(p: Problem, bodies?: readonly string[]): ProblemFindings {
  const { structure, kind, contacts, n } = p;
  const heaviest = structure ? massRatio(p, structure, bodies) : undefined;
  const joints = kind ? [...kind.keys()].filter((i) => kind[i] === 'bilateral') : [];
  const redundant = structure && joints.length <= DENSE_ROWS ? redundancy(p, structure, joints) : undefined;
  const condition = p.symmetric && n <= DENSE_ROWS ? conditionNumber(scaled(denseOf(p))) : undefined;
  const warnings = [...(heaviest?.warnings ?? []), ...(redundant?.warnings ?? [])];
  if (condition !== undefined && !(condition <= CONDITION)) warnings.push(conditioning(condition, n));
  return {
    warnings,
    notes: redundant?.notes ?? [],
    figures: {
      rows: n,
      bodies: structure?.bodies ?? null,
      contacts: contacts.length,
      friction: setsOf(p),
      massRatio: finite(heaviest?.ratio ?? null),
      redundantRows: redundant?.count ?? null,
      conditionNumber: finite(condition ?? null),
    },
  };
}

function massRatio(p: Problem, structure: Structure, names?: readonly string[]) {
  const { rowStart, body, Minv } = structure;
  const nameOf = (k: number) => names?.[k] ?? `body ${k}`;
  const found = new Map<string, Finding>();
  let most = 1;
  for (let i = 0; i < p.n; i++)
    for (let k = rowStart[i]!; k < rowStart[i + 1]!; k++)
      for (let l = rowStart[i]!; l < k; l++) {
        const [one, other] = [Minv[36 * body[k]!]!, Minv[36 * body[l]!]!]; // 1/kg
        if (!(one > 0 && other > 0)) continue;
        const ratio = Math.max(one / other, other / one);
        most = Math.max(most, ratio);
        const [heavy, light] = one < other ? [body[k]!, body[l]!] : [body[l]!, body[k]!];
        const subject = `${nameOf(heavy)} and ${nameOf(light)}`;
        if (ratio > MASS_RATIO && !found.has(subject))
          found.set(subject, {
            check: 'mass-ratio',
            subject,
            value: ratio,
            limit: MASS_RATIO,
            unit: '',
            others: 0,
            sentence: `${subject} meet in ${rowLabel(p, i)} with masses of ${short(ratio)} to 1: sweeps (pgs) need about as many iterations; use a direct solver, or masses nearer to each other`,
          });
      }
  return { ratio: most, warnings: worstOfEach([...found.values()]) };
}

/** Within one pair of bodies that is a mistake or a luxury; around a loop of bodies it is what planar mechanisms are like. */
function redundancy(p: Problem, structure: Structure, joints: readonly number[]) {
  const { rowStart, body } = structure;
  const groups = new Map<string, number[]>();
  for (const i of joints) {
    const key = [...body.subarray(rowStart[i], rowStart[i + 1])].sort((a, b) => a - b).join(' ');
    groups.set(key, [...(groups.get(key) ?? []), i]);
  }
  const warnings: Finding[] = [];
  let within = 0;
  for (const rows of groups.values()) {
    const spare = deficiency(scaledDelassus(structure, rows));
    within += spare;
    if (spare === 0) continue;
    const subject = [...new Set(rows.map((i) => jointOf(p, i)))].join(' and ');
    warnings.push({
      check: 'redundancy',
      subject,
      value: spare,
      limit: 0,
      unit: 'rows',
      others: 0,
      sentence: `${subject}: ${spare} of ${counted(rows.length, 'row')} hold what others between the same bodies hold already; which of them carries the load is not determined: leave some out`,
    });
  }
  const count = joints.length === 0 ? 0 : deficiency(scaledDelassus(structure, joints));
  const around = count - within;
  const notes: Finding[] =
    around <= 0
      ? []
      : [
          {
            check: 'redundancy',
            subject: 'loops of joints',
            value: around,
            limit: 0,
            unit: 'rows',
            others: 0,
            sentence: `${around} of ${counted(joints.length, 'joint row')} hold what others hold already, around closed loops (three for each planar loop of hinges): their stiffness shares the load, which is harmless while it is the default`,
          },
        ];
  return { warnings, notes, count };
}

/** "x of hinge-1" is a row of hinge-1. */
const jointOf = (p: Problem, row: number) => p.names?.[row]?.replace(/^.* of /, '') ?? `row ${row}`;

function conditioning(condition: number, n: number): Finding {
  const of = Number.isFinite(condition) ? short(condition) : 'without bound';
  return {
    check: 'conditioning',
    subject: 'A',
    value: finite(condition),
    limit: CONDITION,
    unit: '',
    others: 0,
    sentence: `the condition number of A (${counted(n, 'row')}, scaled) is ${of}: impulses are known to ${Math.max(0, Math.floor(16 - Math.log10(condition)))} of 16 digits at best; lower the stiffness, or take redundant constraints out`,
  };
}

/** Condition number of A on some of its rows, scaled to a diagonal of ones; null if it is not finite, and above 900 rows. */
export function conditionOf(p: Problem, rows: readonly number[]): number | null {
  if (!p.symmetric || rows.length === 0 || rows.length > DENSE_ROWS) return null;
  const e = new Float64Array(p.n);
  const column = new Float64Array(p.n);
  const part = rows.map((j) => {
    e[j] = 1;
    p.A.apply(e, column);
    e[j] = 0;
    return Float64Array.from(rows, (i) => column[i]!);
  });
  return finite(conditionNumber(scaled(part)));
}

function denseOf({ A, n }: Problem): Matrix {
  const e = new Float64Array(n);
  return Array.from({ length: n }, (_, j) => {
    const column = new Float64Array(n);
    e[j] = 1;
    A.apply(e, column);
    e[j] = 0;
    return column;
  });
}
