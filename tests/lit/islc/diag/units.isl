// The units of work are known at checks, for specs of today's language.
// RUN: %islc --check %s
// RUN: not %islc --paper --check %s 2>&1 | %FileCheck --check-prefix=PAPER %s
// RUN: sed 's/on_reachedOnce(Object o)/on_rw(Object o, Field f, Word w1, Word w2)/' %s > %t.isl
// RUN: not %islc --check %t.isl 2>&1 | %FileCheck --check-prefix=USE %s
// PAPER: `units` is not part of the printed language (--paper) [ISL-E703]
// USE: `units` is not available in on_rw, only in on_reachedOnce [ISL-E418]
Partition P { kind = all; }
TObject Tracked { partition = P; instance long unit = 0; }
Event on_reachedOnce(Object o) {
  if (units() > o.unit + 10) amplify(o);
  o.unit = units();
}
