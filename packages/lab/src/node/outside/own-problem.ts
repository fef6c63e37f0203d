/** A problem of a module's own: bit for bit the same, and nothing that it writes into it reaches another solver. */
import {
  type Contact,
  type Problem,
  SparseOperator,
  type Structure,
  StructuredOperator,
} from '@signorini/engine/problem';
import type { Monitor } from '@signorini/engine/solvers';

/** Without the reference answer and the warm start, which x is. */
export function ownProblem(p: Problem): Problem {
  const A = p.A instanceof StructuredOperator ? ownStructured(p.A) : ownSparse(p.A.sparse());
  return {
    ...p,
    A,
    structure: A instanceof StructuredOperator ? A.structure : undefined,
    b: p.b.slice(),
    lo: p.lo.slice(),
    hi: p.hi.slice(),
    ungiven: p.ungiven.slice(),
    unit: p.unit?.slice(),
    kind: p.kind?.slice(),
    names: p.names?.slice(),
    contacts: p.contacts.map(ownContact),
    x: undefined,
    warm: undefined,
  };
}

const ownContact = (c: Contact): Contact => ({
  ...c,
  tangents: c.tangents.slice(),
  rolling: c.rolling.slice(),
  spinning: c.spinning.slice(),
});

function ownSparse({ n, rowStart, column, value }: SparseOperator): SparseOperator {
  return new SparseOperator(n, rowStart.slice(), column.slice(), value.slice());
}

/** Copies arrays computed from the structure too. */
function ownStructured({ structure, L, Jt, diagonal }: StructuredOperator): StructuredOperator {
  const { bodies, rowStart, body, J, Minv, C } = structure;
  const own: Structure = {
    bodies,
    rowStart: rowStart.slice(),
    body: body.slice(),
    J: J.slice(),
    Minv: Minv.slice(),
    C: C.slice(),
  };
  return new StructuredOperator(own, { L: L.slice(), Jt: Jt.slice(), diagonal: diagonal.slice() });
}

/** Measures by the problem as it was given, whatever has become of the module's own. */
export function ownMonitor(monitor: Monitor, given: Problem, own: Problem): Monitor {
  return {
    ownsStopping: monitor.ownsStopping,
    begin: (q, x) => monitor.begin(q.A === own.A ? { ...given, lo: q.lo, hi: q.hi } : q, x),
    observe: (k, x, w, energy) => monitor.observe(k, x, w, energy),
    ...(monitor.timeLeft && { timeLeft: () => monitor.timeLeft!() }),
  };
}
