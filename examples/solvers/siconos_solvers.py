"""Solvers of Siconos (Debian: python3-siconos) in our tables, in joules.

    --solver exec:"/usr/bin/python3 examples/solvers/siconos_solvers.py METHOD"

METHOD: nsgs, nsn (friction: Coulomb's cones); lemke, newton-fb, newton-min, enum (boxes, brought into the form of an LCP).
"""
import json
import os
import sys
import time

import numpy as np
import siconos.numerics as sn

METHODS = {
    "nsgs": {2: sn.SICONOS_FRICTION_2D_NSGS, 3: sn.SICONOS_FRICTION_3D_NSGS},  # by rows per contact
    "nsn": {3: sn.SICONOS_FRICTION_3D_NSN_AC},
    "lemke": sn.SICONOS_LCP_LEMKE,
    "newton-fb": sn.SICONOS_LCP_NEWTON_FB_FBLSA,
    "newton-min": sn.SICONOS_LCP_NEWTON_MIN_FBLSA,
    "enum": sn.SICONOS_LCP_ENUM,
}
MIXED = {"newton-fb": sn.SICONOS_MLCP_FB, "enum": sn.SICONOS_MLCP_ENUM}  # with free rows
FAMILIES = {"nsgs": "iterative", "lemke": "direct", "enum": "direct"}


def options_of(solver, given):
    options = sn.SolverOptions(solver)
    options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = given["maxIterations"]
    options.dparam[sn.SICONOS_DPARAM_TOL] = given["tolerance"]
    return options


def friction(A, problem, warm, solvers, given):
    """u = W r + q with Coulomb's cones, rows N, T1 (, T2) contact by contact."""
    contacts = problem.get("contacts", [])
    order = [row for contact in contacts for row in [contact["normal"], *contact["tangents"]]]
    size = len(order) // max(1, len(contacts))
    alike = all(len(c["tangents"]) == size - 1 and not c.get("rolling") and not c.get("spinning") for c in contacts)
    if sorted(order) != list(range(len(A))) or not alike or size not in solvers:
        raise ValueError(f"takes contacts of {list(solvers)} rows each, and no other rows")
    W, q = np.asfortranarray(A[np.ix_(order, order)]), np.array(problem["b"])[order]
    r, u = warm[order], np.zeros(len(order))
    options = options_of(solvers[size], given)
    posed = sn.FrictionContactProblem(size, len(contacts), W, q, np.array([float(c["mu"]) for c in contacts]))
    start = time.perf_counter()
    info = (sn.fc2d_driver if size == 2 else sn.fc3d_driver)(posed, r, u, options)
    ms = 1000 * (time.perf_counter() - start)
    x = np.zeros(len(order))
    x[order] = r
    return x, info, options, ms


def boxes(A, problem, method, given):
    """As an MLCP: free rows first, lower bounds shifted to zero, a second bound with a multiplier of its own. As an LCP if
    Siconos has the method for no other: then the free rows are eliminated."""
    b = np.array(problem["b"])
    lo = np.array([-np.inf if v is None else v for v in problem["lo"]])
    hi = np.array([np.inf if v is None else v for v in problem["hi"]])
    sign = np.where(np.isinf(lo) & np.isfinite(hi), -1.0, 1.0)  # only an upper bound: the row is turned round
    lo, hi = np.where(sign < 0, -hi, lo), np.where(sign < 0, np.inf, hi)
    order = np.argsort(np.isfinite(lo), kind="stable")
    free = int(np.isinf(lo).sum())
    shift = np.where(np.isinf(lo), 0.0, lo)[order]
    A, b = (A * np.outer(sign, sign))[np.ix_(order, order)], (b * sign)[order]
    two = np.flatnonzero(np.isfinite(hi[order]))
    E = np.eye(len(b))[:, two]
    M = np.block([[A, E], [-E.T, np.zeros((len(two), len(two)))]])
    q = np.concatenate([b + A @ shift, (hi - lo)[order][two]])
    solver = (MIXED if free else METHODS).get(method)
    z, info, options, ms = mixed(M, q, free, solver, given) if free and solver else reduced(M, q, free, method, given)
    x = np.zeros(len(b))
    x[order] = shift + z[: len(b)]
    return np.clip(x, lo, hi) * sign, info, options, ms


def mixed(M, q, free, solver, given):
    options, posed = options_of(solver, given), sn.MLCP(free, M, q)
    z, w = np.zeros(len(M)), np.zeros(len(M))
    start = time.perf_counter()
    sn.mlcp_driver_init(posed, options)
    info = sn.mlcp_driver(posed, z, w, options)
    sn.mlcp_driver_reset(posed, options)
    return z, info, options, 1000 * (time.perf_counter() - start)


def reduced(M, q, f, method, given):
    options = options_of(METHODS[method], given)
    G = np.linalg.solve(M[:f, :f], np.column_stack([M[:f, f:], q[:f]])) if f else np.zeros((0, len(M) + 1))
    S, s = M[f:, f:] - M[f:, :f] @ G[:, :-1], q[f:] - M[f:, :f] @ G[:, -1]
    z, w = np.zeros(len(S)), np.zeros(len(S))
    start = time.perf_counter()
    info = sn.linearComplementarity_driver(sn.LCP(S, s), z, w, options) if len(S) else 0
    ms = 1000 * (time.perf_counter() - start)
    return np.concatenate([-G[:, :-1] @ z - G[:, -1], z]), info, options, ms


def answer_of(question, method):
    problem, given = question["problem"], question["options"]
    A, warm = np.array(problem["A"]["dense"], float), np.array(question["warm"], float)
    solver = METHODS[method]
    try:
        found = friction(A, problem, warm, solver, given) if isinstance(solver, dict) else boxes(A, problem, method, given)
    except (ValueError, RuntimeError, np.linalg.LinAlgError) as error:
        return {"id": question["id"], "error": str(error)}
    x, info, options, ms = found
    count = max(0, int(options.iparam[sn.SICONOS_IPARAM_ITER_DONE]))
    status = "converged" if info == 0 else "iteration-limit"  # measured from outside in any case
    return {"id": question["id"], "x": x.tolist(), "status": status, "iterations": count, "timeMs": ms}


def main(method):
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # Siconos prints to stdout, which is for answers
    cones = isinstance(METHODS[method], dict)
    hello = {"name": f"siconos-{method}", "accepts": ["cone" if cones else "box"], "matrix": "dense"}
    hello["family"] = FAMILIES.get(method, "hybrid")
    hello["options"] = {"maxIterations": 10000, "tolerance": 1e-10}
    hello.update({"maxRows": 12} if method == "enum" else {})
    hello.update({"coupling": 3} if not cones else {})
    for line in sys.stdin:
        question = json.loads(line)
        print(json.dumps(hello if "hello" in question else answer_of(question, method)), file=out, flush=True)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in METHODS:
        sys.exit(f"expected a method, of {', '.join(METHODS)}")
    main(sys.argv[1])
