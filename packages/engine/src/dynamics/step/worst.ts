/** A sum of errors, and whose share of it is the largest. */
export class Worst {
  value = 0;
  /** Number of the joint, point or body with the largest share; -1 if there is none. */
  at = -1;
  private largest = 0;

  clear(): void {
    this.value = 0;
    this.at = -1;
    this.largest = 0;
  }

  add(value: number, at: number): void {
    this.value += value;
    if (!(value > this.largest)) return;
    this.largest = value;
    this.at = at;
  }
}
