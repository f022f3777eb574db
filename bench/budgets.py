"""Budgets of the overhead: bench/budgets.json against what bench/run measured.

A figure is over its budget only when it is so by more than the noise: half the range of the
repetitions, and at least the share that the file calls `noise`.
"""

import json
import os

import harness

PATH = os.path.join(harness.ROOT, "bench", "budgets.json")


def load(path):
    try:
        with open(path, encoding="utf-8") as text:
            return json.load(text)
    except (OSError, ValueError) as error:
        harness.fail(f"cannot use the budgets in {path}: {error}")


def over(value, low, high, budget, noise):
    return value - budget > max(noise * budget, (high - low) / 2)


def check(budgets, results, means, starts):
    """What is over its budget, a line each; and what has no budget."""
    noise, wrong, missing = budgets["noise"], [], set()
    for (spec, jdk), (mean, low, high, _) in means.items():
        budget = budgets["specs"].get(spec)
        if budget is None:
            missing.add(spec)
        elif over(mean, low, high, budget["mean"], noise):
            wrong.append(f"{spec}, JDK {jdk}: the programs' mean CPU ratio is {mean:.2f} "
                         f"({low:.2f}-{high:.2f}), budget {budget['mean']:.2f}")
    for result in results:
        budget = budgets["specs"].get(result.spec)
        if budget is None:
            continue
        where = f"{result.spec}, JDK {result.jdk}, {result.program}"
        low, high = min(result.all), max(result.all)
        if over(result.cpu, low, high, budget["largest"], noise):
            wrong.append(f"{where}: the CPU ratio is {result.cpu:.2f} ({low:.2f}-{high:.2f}), "
                         f"budget {budget['largest']:.2f}")
        if result.heap is not None and over(result.heap, 0, 0, budget["heap"], noise):
            wrong.append(f"{where}: the live heap is {result.heap:.2f} times as large, "
                         f"budget {budget['heap']:.2f}")
    for jdk, variants in starts.items():
        for spec, (cpu, _) in variants.items():
            if spec is not None and over(cpu - variants[None][0], 0, 0, budgets["startMs"], noise):
                wrong.append(f"{spec}, JDK {jdk}: start-up takes {cpu - variants[None][0]:.0f} ms of CPU "
                             f"more, budget {budgets['startMs']} ms")
    return wrong, sorted(missing)
