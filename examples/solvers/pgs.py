"""Projected Gauss-Seidel in numpy: signorini solve problem.json --solver exec:"python3 examples/solvers/pgs.py"

    x_i <- clamp( x_i - (A x + b)_i / a_ii, lo_i, hi_i )

One JSON document per line on stdin, one on stdout. Anything else that is printed goes to stderr.
"""
import json
import sys
import time

import numpy as np

HELLO = {
    "name": "numpy-pgs",
    "accepts": ["box"],
    "matrix": "dense",  # A as rows of numbers, whatever the problem file has
    "coupling": 3,  # solves with updated friction bounds, by the laboratory
    "options": {"maxIterations": 25},
}


def solve(problem, x, options):
    A, b = np.array(problem["A"]["dense"]), np.array(problem["b"])
    lo = [-np.inf if bound is None else bound for bound in problem["lo"]]
    hi = [np.inf if bound is None else bound for bound in problem["hi"]]
    for _ in range(options["maxIterations"]):
        for i, row in enumerate(A):
            x[i] = min(hi[i], max(lo[i], x[i] - (row @ x + b[i]) / row[i]))
    return x


for line in sys.stdin:
    question = json.loads(line)
    if "hello" in question:
        answer = HELLO
    else:
        start = time.perf_counter()
        x = solve(question["problem"], np.array(question["warm"], float), question["options"])
        ms = 1000 * (time.perf_counter() - start)
        count = question["options"]["maxIterations"]
        answer = {"id": question["id"], "x": x.tolist(), "status": "iteration-limit", "iterations": count, "timeMs": ms}
    print(json.dumps(answer), flush=True)
