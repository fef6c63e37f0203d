/**
 * signorini verify [id...]: scenes and problems with known answers, each figure with its limit. Thin: run, print, exit 1 if a check
 * fails, or if one that is known not to hold does.
 */
import { unknownName } from '@signorini/engine/checks';
import { type Check, counted, type Verification, verificationGroups, verifications } from '@signorini/lab';
import type { Command } from 'commander';
import { type Io, UsageError } from '../io.ts';
import { Progress } from '../progress.ts';
import { plain, short } from '../quantities.ts';

export function addVerify(program: Command, io: Io, end: (code: number) => void): void {
  program
    .command('verify')
    .argument(
      '[id...]',
      `scenes and problems (default: all). ${verificationGroups
        .map(({ title, members }) => `${title}: ${members.map(({ id }) => id).join(', ')}`)
        .join('; ')}`,
    )
    .description(
      'scenes and problems with known answers: every figure with its limit, pass or fail; exit 1 if one fails',
    )
    .option('--quick', 'shorter runs and fewer bodies, against the same limits')
    .option('--json', 'print one JSON document')
    .action((ids: string[], { quick = false, json }: { quick?: boolean; json?: boolean }) => {
      const list = ids.length === 0 ? verifications : [...new Set(ids)].map(find);
      const checks: Check[] = [];
      const start = io.clock();
      let group = '';
      const progress = new Progress(io);
      for (const [k, verification] of list.entries()) {
        const { id, run } = verification;
        progress.at('verify', k, list.length, id);
        const own = run(quick);
        progress.end();
        checks.push(...own);
        if (json) continue;
        const title = groupOf(verification);
        if (ids.length === 0 && title !== group) io.out(`${group === '' ? '' : '\n'}${title}\n`);
        group = title;
        io.out(own.filter(isWorthALine).map(lineOf).join(''));
      }
      const failed = checks.filter(isWrong).length;
      if (json) io.out(`${JSON.stringify({ quick, checks })}\n`);
      else io.out(`${ids.length === 0 ? '\n' : ''}${summary(checks, (io.clock() - start) / 1000, quick)}\n`);
      end(failed === 0 ? 0 : 1);
    });
}

const groupOf = (verification: Verification): string =>
  verificationGroups.find(({ members }) => members.includes(verification))?.title ?? '';

/** Fails, or is known to fail and does not. */
const isWrong = ({ pass, knownFailure }: Check): boolean => pass === knownFailure;

const isLedger = ({ quantity }: Check): boolean => quantity.startsWith('ledger');

/** Ledgers that close are counted in the last line. */
const isWorthALine = (check: Check): boolean => !isLedger(check) || isWrong(check);

function summary(checks: readonly Check[], seconds: number, quick: boolean): string {
  const failed = checks.filter(isWrong).length;
  const known = checks.filter((check) => check.knownFailure && !isWrong(check)).length;
  const ledgers = checks.filter(isLedger);
  const closed = ledgers.filter(({ pass }) => pass).length;
  return [
    `${counted(checks.length, 'check')}, ${failed === 0 ? 'all as expected' : `${failed} FAILED`}`,
    ...(known > 0 ? [`${known} known not to hold`] : []),
    ...(ledgers.length > 0 ? [`every ledger closes in ${closed} of ${ledgers.length}`] : []),
    `${seconds.toFixed(1)} s${quick ? '; quick: shorter runs, the same limits' : ''}`,
  ].join(', ');
}

/** "pass  heavy-chain  euler: largest joint gap  1.0e-06 m, at most 2e-06 m". */
function lineOf({ id, quantity, value, expected, limit, unit, pass, knownFailure }: Check): string {
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
  const word = pass === knownFailure ? 'FAIL' : pass ? 'pass' : 'off ';
  return `${word}  ${id}  ${quantity}: ${reached}${wanted}${knownFailure ? (pass ? ' (holds; listed as not)' : ' (known not to hold)') : ''}\n`;
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
