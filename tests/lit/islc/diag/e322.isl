// RUN: %islc -w --check -verify-diagnostics %s
Context Maps { type = "java.util.HashMap"; sequence = "*.main,*"; }
History H { type = "long"; size = 4; }
Partition P { kind = all; history = H; }
TObject T { include = Maps; partition = P; defect = growth; }
// expected-error @+4 {{on_died stands for the objects of a line, most of them gone, and goes with no other handler; write a spec of its own [ISL-E322]}}
// expected-error @+3 {{goes with no partition; write a spec of its own [ISL-E322]}}
// expected-error @+2 {{goes with no `defect = growth`; write a spec of its own [ISL-E322]}}
// expected-error @+1 {{goes with no sequence; write a spec of its own [ISL-E322]}}
Event on_died(Object o) { amplify(o); }
Event on_reachedOnce(Object o) { deamplify(o); }
