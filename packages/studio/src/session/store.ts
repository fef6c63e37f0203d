/** One plain object with the state of the page; who listens is told after a change. */
import { useEffect, useState } from 'preact/hooks';

export class Store<T extends object> {
  private current: T;
  private readonly listeners = new Set<() => void>();

  constructor(first: T) {
    this.current = first;
  }

  get state(): T {
    return this.current;
  }

  set(patch: Partial<T>): void {
    this.current = { ...this.current, ...patch };
    for (const listener of [...this.listeners]) listener();
  }

  listen(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** A part of the state; the component is drawn again when it changes. */
export function useStore<T extends object, S>(store: Store<T>, part: (state: T) => S): S {
  const [value, setValue] = useState(() => part(store.state));
  useEffect(() => {
    const update = () => setValue(() => part(store.state));
    update();
    return store.listen(update);
  }, [store]);
  return value;
}
