"""Reads problem k of a dataset with h5py and computes the energy error of three answers, in joules.

    python3 examples/read_dataset.py wall.h5 [k, from 1]

docs/guide/datasets.md describes the file, docs/theory/error-measures.md (E5) the error. Box friction only.
"""
import sys
import h5py
import numpy as np


def read_problem(path, k):
    with h5py.File(path) as f:
        p, q = f["problems"], f["patterns"]
        part = lambda group, name, start, at: group[name][group[start][at]:group[start][at + 1]]
        K = p["pattern"][k]
        rows = {name: part(p, name, "rowStart", k) for name in ("b", "lo", "hi", "C", "x", "warm")}
        n = len(rows["b"])
        row = np.repeat(np.arange(n), part(q, "entries", "rowStart", K))  # of each block of J, or entry of A
        column = part(q, "column", "entryStart", K)
        A = np.zeros((n, n))
        if q["structured"][K]:  # A = J Minv J' + C
            J = np.zeros((n, 6 * q["bodies"][K]))
            for r, body, block in zip(row, column, part(p, "J", "blockStart", k)):
                J[r, 6 * body:6 * body + 6] += block
            for body, m in enumerate(part(p, "Minv", "bodyStart", k)):
                Jb = J[:, 6 * body:6 * body + 6]
                A += Jb @ m.reshape(6, 6) @ Jb.T
            A += np.diag(rows["C"])
        else:
            np.add.at(A, (row, column), part(p, "A", "entryStart", k))
        return p["title"][k].decode(), A, rows


def energy_error(A, b, lo, hi, x):  # a/2 mid(x - hi, w/a, x - lo)^2, summed over the rows
    a, w = np.diag(A), A @ x + b
    return np.sum(a / 2 * np.clip(w / a, x - hi, x - lo) ** 2)


if __name__ == "__main__":
    title, A, rows = read_problem(sys.argv[1], int(sys.argv[2]) - 1 if len(sys.argv) > 2 else 0)
    b, lo, hi, x, warm = (rows[name] for name in ("b", "lo", "hi", "x", "warm"))
    print(f"{title}: {len(b)} rows")
    for name, answer in ("doing nothing", np.zeros_like(b)), ("warm start", warm), ("reference", x):
        print(f"{name}: {energy_error(A, b, lo, hi, answer):.12e} J")
