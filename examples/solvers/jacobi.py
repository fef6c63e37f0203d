"""Projected Jacobi with damping, in numpy: signorini solve problem.json --solver exec:"python3 examples/solvers/jacobi.py"

    x <- clamp( x - omega (A x + b) / diag(A), lo, hi )

The solver of docs/start/research.md: one JSON document per line on stdin, one on stdout.
"""
import json
import sys

import numpy as np

HELLO = {"name": "my-jacobi", "matrix": "dense", "coupling": 3, "options": {"maxIterations": 400, "omega": 0.3}}


def solve(problem, x, options):
    A, b = np.array(problem["A"]["dense"]), np.array(problem["b"])
    lo = [-np.inf if bound is None else bound for bound in problem["lo"]]
    hi = [np.inf if bound is None else bound for bound in problem["hi"]]
    for _ in range(options["maxIterations"]):
        x = np.clip(x - options["omega"] * (A @ x + b) / A.diagonal(), lo, hi)
    return x


for line in sys.stdin:
    question = json.loads(line)
    if "hello" in question:
        answer = HELLO
    else:
        options = question["options"]
        x = solve(question["problem"], np.array(question["warm"], float), options)
        answer = {"x": x.tolist(), "status": "iteration-limit", "iterations": options["maxIterations"]}
    print(json.dumps(answer), flush=True)
