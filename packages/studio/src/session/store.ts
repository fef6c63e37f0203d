/** The page's state as one object; listeners run after every change. */
import { useEffect, useRef, useState } from 'preact/hooks';

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
  const [, redraw] = useState({});
  const value = part(store.state);
  const latest = useRef({ part, value });
  latest.current = { part, value };
  useEffect(() => {
    const update = () => {
      if (!Object.is(latest.current.part(store.state), latest.current.value)) redraw({});
    };
    update();
    return store.listen(update);
  }, [store]);
  return value;
}
