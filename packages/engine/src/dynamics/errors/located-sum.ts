/** A sum of errors, and the place of its largest part: a number of a joint, point or body, or a name. */
export class LocatedSum<Place> {
  value = 0;
  /** `nowhere` if there is no part above zero. */
  at: Place;
  private readonly nowhere: Place;
  private largest = 0;

  constructor(nowhere: Place) {
    this.nowhere = nowhere;
    this.at = nowhere;
  }

  clear(): void {
    this.value = 0;
    this.at = this.nowhere;
    this.largest = 0;
  }

  add(value: number, at: Place): void {
    this.value += value;
    if (!(Math.abs(value) > this.largest)) return;
    this.largest = Math.abs(value);
    this.at = at;
  }

  /** In place of the sum the largest part. */
  most(value: number, at: Place): void {
    if (!(value > this.value)) return;
    this.value = value;
    this.at = at;
  }
}
