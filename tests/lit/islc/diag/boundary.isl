// What a Boundary is to the plan and to the generated code; today's language alone has it, and it changes nothing else.
// RUN: %islc -w --emit=plan %s | %FileCheck --check-prefix=PLAN %s
// RUN: sed 's/^Boundary.*//; s/ticks()/gcCount()/' %s > %t.isl && %islc -w --emit=plan %t.isl | %FileCheck --check-prefix=BARE %s
// RUN: %islc -w --emit=cpp %s > %t.cpp && %FileCheck --check-prefix=CPP %s < %t.cpp
// RUN: %islc -w --emit=ast %s | grep -q 'Boundary Rows'
// RUN: not %islc --paper --check %s 2>&1 | %FileCheck --check-prefix=PAPER %s
// RUN: sed 's/ticks()/ticks(o)/' %s > %t.isl && not %islc --check %t.isl 2>&1 | grep -q '`ticks` takes 0 arguments, not 1'
// RUN: sed 's/method = .*;/metod = "a.B.c";/' %s > %t.isl && not %islc --check %t.isl 2>&1 | grep -q 'unknown property `metod` in Boundary (did you mean `method`?)'
// RUN: sed 's/method = .*;//' %s > %t.isl && not %islc --check %t.isl 2>&1 | grep -q 'Boundary `Rows` lacks the property `method`'
// RUN: sed 's/^Event on_reachedOnce/Event on_alloc(Object o) { o.born = ticks(); }\n&/' %s > %t.isl && %islc -w --emit=plan %t.isl | %FileCheck --check-prefix=EVENTS %s
// RUN: %islc -w --emit=cpp %t.isl | grep -q '.traits = .*ISL_TRAIT_TICKS_IN_EVENTS'
// PLAN: ticks: entries of shop.Import$File.row, the units of work by which heap checks come{{$}}
// PLAN: trace in the program: needed: the entries of its Boundary are counted
// BARE-NOT: ticks
// BARE: trace in the program: can be left out
// EVENTS: ticks: entries of shop.Import$File.row, {{.*}}; each runs what its thread has logged first
// EVENTS: handler on_alloc: native
// CPP: int64_t ticks = 0;
// CPP: set_born_f(o_0, ticks);
// CPP-NOT: ISL_TRAIT_TICKS_IN_EVENTS
// CPP: .boundary = "shop.Import$File.row",
// CPP-NEXT: .ticks = &ticks
// PAPER-DAG: `ticks` is not part of the printed language (--paper) [ISL-E703]
// PAPER-DAG: a `Boundary` is not part of the printed language (--paper) [ISL-E703]
Boundary Rows { method = "shop.Import$File.row"; }
TObject T { instance long born = -1; }
Event on_reachedOnce(Object o) {
  if (o.born < 0) o.born = ticks();
  if (ticks() - o.born > 100) amplify(o);
}
