// RUN: %islc --check -WN901 -verify-diagnostics %s
// RUN: %islc --check -Werror %s
// RUN: %islc --check -WN901 -D UserParameter=5 -Werror %s 2>&1 | %FileCheck --allow-empty --implicit-check-not={{.}} %s
// expected-remark @+1 {{`UserParameter` has its default 10; `const int UserParameter`, -D UserParameter=N or tune=UserParameter:N sets another value [ISL-N901]}}
History H { type = "int"; size = UserParameter; }
Partition P { kind = alloc; history = H; }
TObject T { partition = P; }
Event on_reachedOnce(Object o) {
  H h = getHistory(o);
  h.update(1);
  if (h.isFull()) amplify(o); else deamplify(o);
}
