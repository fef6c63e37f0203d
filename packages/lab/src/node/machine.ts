/** The machine on which times are measured. */
import { availableParallelism, cpus } from 'node:os';
import type { Machine } from '../replay/results.ts';

export function thisMachine(): Machine {
  return {
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
    cpu: cpus()[0]?.model.trim().replace(/\s+/g, ' ') || 'unknown processor',
    cores: availableParallelism(),
  };
}
