/** How a body of a scene file moves: by laws, not at all, with its velocity, or as prescribed.   docs/guide/scene-format.md */

import { check, fail } from '../checks/checks.ts';
import { found } from '../checks/wording.ts';
import type { Motion } from '../dynamics/bodies.ts';
import type { PrescribedMotion } from '../dynamics/prescribed-motion.ts';
import { type Check, direction, type FieldTable, readFields, vector } from './file-values.ts';

const WORDS = ['dynamic', 'static', 'kinematic'] as const;

/** Kinds that a file can write; a path is a program's. */
const KINDS: Readonly<Record<string, FieldTable>> = {
  oscillation: {
    ...{ 'amplitude!': check.notNegative, 'direction!': direction, 'frequency!': check.notNegative },
    phase: check.finite,
  },
  uniform: { velocity: vector, angularVelocity: vector },
};

export const readMotion: Check<Motion | PrescribedMotion> = (value, path) => {
  if (typeof value === 'string') return check.oneOf(WORDS)(value, path);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    fail(path, `${WORDS.join(' or ')}, or an object with a kind`, found(value));
  const kind = check.oneOf(Object.keys(KINDS))((value as { kind?: unknown }).kind, `${path}.kind`);
  return readFields(value, path, { 'kind!': check.string, ...KINDS[kind] }) as unknown as PrescribedMotion;
};
