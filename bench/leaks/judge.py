"""What a report says of a case: the verdict, and whether what it names is what leaks."""

from collections import namedtuple

from cases import glob

# named: the place of the right finding among the leaks, 0 when it is not there; untrue: leaks that are none.
Judgement = namedtuple("Judgement", "verdict rated checks first named untrue")


def holder(finding):
    """CLASS.FIELD, with the kind before it where no field of an object holds."""
    who = finding["holder"]
    name = ".".join(part for part in (who["class"], who["field"]) if part)
    return name if who["kind"] in ("field", "static") else f"{who['kind']} {name}".strip()


def is_right(case, finding):
    """The holder is named, or the object itself that is full of what leaks; and what it holds, or what that is full of."""
    itself = finding.get("full") and glob(finding["type"] + ".", case.holder)
    if itself:
        return glob(finding["full"], case.holds)
    held = [finding["type"], finding.get("full")]
    return glob(holder(finding), case.holder) and any(kind and glob(kind, case.holds) for kind in held)


def is_true(case, finding):
    """Right, or another view of the same leak: what its holder holds besides, or what it drags along."""
    return is_right(case, finding) or glob(holder(finding), case.holder + case.also)


def leaks(report):
    """The leaks of all specs as the report ranks them: those of a spec that failed come first."""
    specs = sorted(report["specs"], key=lambda spec: spec["verdict"] != "fail")
    return [finding for spec in specs for finding in spec["findings"] if finding["kind"] in ("leak", "defect")]


def judge(case, report):
    """The judgement of a run; without a report the verdict is `none`."""
    if not report or not report["specs"]:
        return Judgement("none", 0.0, 0, None, 0, [])
    verdicts = [spec["verdict"] for spec in report["specs"]]
    verdict = next((v for v in ("fail", "inconclusive") if v in verdicts), "pass")
    found = leaks(report)
    named = next((place for place, finding in enumerate(found, 1) if is_right(case, finding)), 0)
    untrue = [finding for finding in found if not is_true(case, finding)]
    return Judgement(verdict, max(spec["ratedVso"] for spec in report["specs"]), len(report["checks"]),
                     found[0] if found else None, named, untrue)
