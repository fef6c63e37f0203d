/** A problem taken apart for a dataset: its pattern if that is new, its line of the index, its numbers. */
import type { Problem } from '@signorini/engine/problem';
import type { DatasetEntry } from '../../dataset/dataset.ts';
import { type Numbers, numbersOf } from '../../dataset/numbers.ts';
import { type Pattern, patternOf } from '../../dataset/pattern.ts';
import { contentHash, patternKey } from './content-hash.ts';
import { expectStorable } from './storable.ts';

/** Place of a problem in its run. */
export interface ProblemPlace {
  /** From 1. */
  readonly step?: number | undefined;
  /** At the end of the step, s. */
  readonly time?: number | undefined;
}

interface ProblemParts {
  /** The pattern, if it was not in `patterns`. */
  readonly added: Pattern | undefined;
  readonly entry: DatasetEntry;
  readonly numbers: Numbers;
}

/** @param patterns numbers by key; a new one is added. @throws FileError if the format has no place for the problem */
export function partsOf(
  path: string,
  problem: Problem,
  patterns: Map<string, number>,
  { step, time }: ProblemPlace = {},
): ProblemParts {
  const pattern = patternOf(problem);
  const numbers = numbersOf(problem);
  expectStorable(path, problem.title, pattern, numbers);
  const key = patternKey(pattern);
  const known = patterns.get(key);
  const number = known ?? patterns.size;
  patterns.set(key, number);
  const h = problem.h ?? null;
  return {
    added: known === undefined ? pattern : undefined,
    entry: {
      title: problem.title,
      step: step ?? null,
      time: time ?? null,
      h,
      hash: contentHash(key, numbers, h),
      pattern: number,
    },
    numbers,
  };
}

/** 32 hexadecimal digits, equal for equal problems whatever their titles. */
export function problemHash(problem: Problem): string {
  return contentHash(patternKey(patternOf(problem)), numbersOf(problem), problem.h ?? null);
}
