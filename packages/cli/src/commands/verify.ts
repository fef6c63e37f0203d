/** signorini verify [id...]: the scenes with known answers, each figure with its limit. Thin: run, print, exit 1 if a check fails. */
import { unknownName } from '@signorini/engine/checks';
import { type Check, counted, type Verification, verifications } from '@signorini/lab';
import type { Command } from 'commander';
import { type Io, UsageError } from '../io.ts';
import { plain, short } from '../quantities.ts';

export function addVerify(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('verify')
    .argument('[id...]', `scenes: ${verifications.map(({ id }) => id).join(', ')} (default: all)`)
    .description('scenes with known answers: every figure with its limit, pass or fail; exit 1 if one fails')
    .option('--quick', 'shorter runs and fewer bodies, against the same limits')
    .option('--json', 'print one JSON document')
    .action((ids: string[], { quick = false, json }: { quick?: boolean; json?: boolean }) => {
      const list = ids.length === 0 ? verifications : [...new Set(ids)].map(find);
      const checks: Check[] = [];
      const start = io.clock();
      for (const { id, run } of list) {
        io.progress?.(`verify  ${id}`);
        const own = run(quick);
        io.progress?.('');
        checks.push(...own);
        if (!json) io.out(own.map(lineOf).join(''));
      }
      const failed = checks.filter(({ pass }) => !pass).length;
      if (json) io.out(`${JSON.stringify({ quick, checks })}\n`);
      else
        io.out(
          `${counted(checks.length, 'check')}, ${failed === 0 ? 'all pass' : `${failed} FAILED`}, ${((io.clock() - start) / 1000).toFixed(1)} s${quick ? '; quick: shorter runs, the same limits' : ''}\n`,
        );
      end(failed === 0 ? 0 : 1);
    });
}

/** "pass  heavy-chain  euler: largest joint gap  1.0e-06 m, at most 2e-06 m". */
function lineOf({ id, quantity, value, expected, limit, unit, pass }: Check): string {
  const u = unit === '' ? '' : ` ${unit}`;
  const yesNo = unit === '' && limit === 0 && expected === 1;
  const reached =
    value === null ? 'not finite' : yesNo ? (value === 1 ? 'yes' : 'no') : `${figure(value, expected)}${u}`;
  const wanted = yesNo
    ? ''
    : expected !== 0
      ? `, known ${figure(expected, expected)} +- ${short(limit)}${u}`
      : limit === 0
        ? ', expected 0'
        : `, ${value !== null && value < 0 ? 'within +-' : 'at most'} ${short(limit)}${u}`;
  return `${pass ? 'pass' : 'FAIL'}  ${id}  ${quantity}: ${reached}${wanted}\n`;
}

/** Close to a known figure all digits count; an error is short. */
const figure = (value: number, expected: number) =>
  expected === 0 ? (value === 0 ? '0' : short(value)) : plain(Number(value.toPrecision(6)));

function find(id: string): Verification {
  const verification = verifications.find((candidate) => candidate.id === id);
  if (!verification)
    throw new UsageError(
      unknownName(
        'verification',
        id,
        verifications.map((known) => known.id),
      ),
    );
  return verification;
}
