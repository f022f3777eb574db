"""bench/budgets.py on made-up figures: what is over a budget by more than the noise is named, else nothing."""
import sys
from types import SimpleNamespace

sys.path.insert(0, sys.argv[1])
import budgets  # noqa: E402
import measure  # noqa: E402

BUDGETS = {"noise": 0.1, "startMs": 100, "specs": {"leak": {"mean": 1.5, "largest": 2.0, "heap": 1.2}}}


def result(program, ratios, heap=None, spec="leak"):
    middle = sorted(ratios)[len(ratios) // 2]
    return SimpleNamespace(program=program, jdk="17", spec=spec, cpu=middle, all=ratios, heap=heap)


def judged(results, starts=None):
    return budgets.check(BUDGETS, results, measure.means(results), starts or {})


# Within, and over by less than a tenth of the budget.
assert judged([result("a", [1.4, 1.5, 1.6]), result("b", [1.6, 1.7, 1.8], 1.25)]) == ([], [])
# Over, but the repetitions scatter by more than that.
assert judged([result("a", [1.0, 1.8, 2.4])])[0] == []
wrong, missing = judged([result("a", [2.4, 2.5, 2.6], 1.5), result("b", [1.0, 1.0, 1.0], spec="other")],
                        {"17": {None: (40, 60), "leak": (160, 200)}})
assert missing == ["other"], missing
assert len(wrong) == 4, wrong
for line, words in zip(wrong, ("mean CPU ratio is 2.50", "a: the CPU ratio is 2.50", "1.50 times",
                               "start-up takes 120 ms")):
    assert words in line, (line, words)
