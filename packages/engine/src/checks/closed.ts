/**
 * Objects that users hold: what cannot be set, and names that they do not have, are refused with a sentence. JavaScript would take
 * both without a word.   docs/decisions/056-save-and-load.md
 */
import { ContractError } from './errors.ts';
import { BRAND, type Brand, COPY, unknownName } from './wording.ts';

interface Closed {
  /** "body", for sentences about such objects, also of another copy of the engine. */
  readonly kind: string;
  /** "body crate": which one it is. */
  readonly label: (one: never) => string;
  /** Advice for a name that cannot be set: "give it to addBody". */
  readonly instead?: Readonly<Record<string, string>>;
  /** Advice for an unknown name. */
  readonly unknown: string;
}

/** Closes a class. Its objects must not have fields that others may set. */
export function close({ prototype }: { readonly prototype: object }, closed: Closed): void {
  const refuse = refusal(prototype, closed);
  closeFields(prototype, refuse);
  const brand: Brand = { kind: closed.kind, copy: COPY };
  Object.defineProperty(prototype, BRAND, { value: brand });
  Object.setPrototypeOf(prototype, guard(refuse));
}

/** Closes one object that has no class of its own. */
export function closedObject<T extends object>(one: T, closed: Closed): T {
  const refuse = refusal(one, closed);
  closeFields(one, refuse);
  return Object.setPrototypeOf(one, guard(refuse));
}

type Refuse = (one: unknown, name: string) => never;

function refusal(owner: object, { label, instead = {}, unknown }: Closed): Refuse {
  const settable = Object.entries(Object.getOwnPropertyDescriptors(owner)).flatMap(([k, { set }]) => (set ? [k] : []));
  const where = label as (one: unknown) => string;
  return (one, name) => {
    const hint = Object.hasOwn(instead, name) ? instead[name] : undefined;
    if (!hint && !(name in owner))
      throw new ContractError(`${where(one)}: ${unknownName('field', name, settable)} (${unknown})`);
    const what = `expected a field that can be set, found one that is only read${hint ? `: ${hint}` : ''}`;
    throw new ContractError(`${where(one)}: ${name}: ${what}`);
  };
}

/** Getters without a setter, and values that are no methods, are refused when they are set. */
function closeFields(owner: object, refuse: Refuse): void {
  for (const [name, { get, set, value, enumerable = false }] of Object.entries(Object.getOwnPropertyDescriptors(owner)))
    if (!set && typeof value !== 'function')
      Object.defineProperty(owner, name, {
        enumerable,
        get: get ?? (() => value),
        set() {
          refuse(this, name);
        },
      });
}

/** A last prototype, which is asked only for names that neither the object nor its class has. */
const guard = (refuse: Refuse): object =>
  new Proxy(Object.create(Object.prototype), {
    set: (_, name, value, one) =>
      typeof name === 'symbol'
        ? Reflect.defineProperty(one, name, { value, writable: true, configurable: true, enumerable: true })
        : refuse(one, name),
  });
