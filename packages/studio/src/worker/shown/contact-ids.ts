/** Numbers of contacts that stay the same while the same features touch, in all branches. */
export class ContactIds {
  private readonly known = new Map<string, number>();
  private readonly keys: (readonly [number, number, number])[] = [];

  of(a: number, b: number, feature: number): number {
    const key = `${a}/${b}/${feature}`;
    const id = this.known.get(key) ?? this.known.size;
    if (id === this.known.size) {
      this.known.set(key, id);
      this.keys.push([a, b, feature]);
    }
    return id;
  }

  /** Bodies and feature of a contact by its number. */
  keyOf(id: number): readonly [number, number, number] | null {
    return this.keys[id] ?? null;
  }
}
