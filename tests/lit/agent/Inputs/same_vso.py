"""Are the VSOs of two reports of one program within a tenth? Compared at the last check that both had, as
VSO grows with the number of checks."""
import json
import sys

reports = []
for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        reports.append(json.load(file))
check = min(len(r["checks"]) for r in reports)
assert check >= 30, "only %d checks" % check
vsos = [r["checks"][check - 1]["specs"][0]["vso"] for r in reports]
sites = ["%s %s" % (s["method"], s["type"]) for s in (r["specs"][0]["sites"][0] for r in reports)]
assert min(vsos) > 3, vsos
assert max(vsos) <= 1.1 * min(vsos), "VSO at check %d: %s" % (check, vsos)
assert sites[0] == sites[1], sites
print("same VSO, same site")
