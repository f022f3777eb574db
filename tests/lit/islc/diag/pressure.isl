// Memory pressure is known at checks, for specs of today's language; what depends on it is no function of the last use.
// RUN: %islc --emit=plan %s | %FileCheck --check-prefix=PLAN %s
// RUN: sed 's/pressure()/true/' %s > %t.isl && %islc --emit=plan %t.isl | %FileCheck --check-prefix=ALWAYS %s
// RUN: not %islc --paper --check %s 2>&1 | %FileCheck --check-prefix=PAPER %s
// RUN: sed 's/on_reachedOnce(Object o)/on_rw(Object o, Field f, Word w1, Word w2)/; s/^Event on_rw.*used.*//' %s > %t.isl
// RUN: not %islc --check %t.isl 2>&1 | %FileCheck --check-prefix=USE %s
// PLAN: epoch summary: none
// ALWAYS: epoch summary: stale window
// PAPER: `pressure` is not part of the printed language (--paper) [ISL-E703]
// USE: `pressure` is not available in on_rw, only in on_reachedOnce [ISL-E418]
History UseHistory { type = "boolean"; size = UserParameter; }
Partition P { kind = all; history = UseHistory; }
TObject Tracked { partition = P; instance boolean used = false; }
Event on_rw(Object o, Field f, Word w1, Word w2) { o.used = true; deamplify(o); }
Event on_reachedOnce(Object o) {
  UseHistory h = getHistory(o);
  h.update(o.used);
  if (h.isFull() && !h.contains(true) && pressure()) amplify(o);
  o.used = false;
}
