// What an object holds is known at checks, for specs of today's language.
// RUN: %islc --emit=plan %s | %FileCheck --check-prefix=PLAN %s
// RUN: not %islc --paper --check %s 2>&1 | %FileCheck --check-prefix=PAPER %s
// RUN: sed 's/on_reachedOnce(Object o)/on_rw(Object o, Field f, Word w1, Word w2)/' %s > %t.isl
// RUN: not %islc --check %t.isl 2>&1 | %FileCheck --check-prefix=USE %s
// PLAN: holders: what tables and chains hold is counted at the check
// PAPER: `held` is not part of the printed language (--paper) [ISL-E703]
// PAPER: `amplifyBy` is not part of the printed language (--paper) [ISL-E703]
// PAPER: `heldBytes` is not part of the printed language (--paper) [ISL-E703]
// USE: `held` is not available in on_rw, only in on_reachedOnce [ISL-E418]
TObject T {}
Event on_reachedOnce(Object o) {
  if (held(o) > 3)
    amplifyBy(o, heldBytes(o));
  else
    deamplify(o);
}
