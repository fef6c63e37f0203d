/** The tolerance line of the error plot, J. */
import { LEAST_TOLERANCE } from '../questions.ts';
import type { Session } from './session.ts';

export const MOST_TOLERANCE = 1e3;

/** J, to two digits. */
export function setTolerance(session: Session, value: number): void {
  const inside = Math.min(MOST_TOLERANCE, Math.max(LEAST_TOLERANCE, Number(value.toPrecision(2))));
  session.store.set({ tolerance: inside, toleranceMoved: true });
}

/** 1, 2 and 5 times powers of ten. */
export function nextTolerance(value: number, up: boolean): number {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const list = [-1, 0, 1].flatMap((more) => [1, 2, 5].map((digit) => Number(`${digit}e${power + more}`)));
  return up ? list.find((one) => one > value * 1.001)! : list.findLast((one) => one < value * 0.999)!;
}
