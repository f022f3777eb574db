// Arrays that are too short for any handler to penalise are left alone. What the compiler cannot
// bound keeps all lengths.
// RUN: rm -rf %t && mkdir %t && sed -n 's|^//CASE ||p' %s > %t/cases
// RUN: while read -r n b; do sed "s#BODY#$b#" %s > %t/a.isl; %islc -w --emit=plan %t/a.isl > %t/plan || exit 1; echo "$n $(sed -n 's/.*shorter than \([0-9]*\) .*/\1/p' %t/plan)"; done < %t/cases > %t/out
// RUN: %FileCheck %s < %t/out
// RUN: test $(grep -c . %t/cases) = $(grep -c . %t/out)
// RUN: sed "s#BODY#if (a.length > 5) amplify(o);#" %s > %t/b.isl && %islc -w -fno-length-filter --emit=plan %t/b.isl | %FileCheck --check-prefix=OFF %s
// OFF: instrumented:
// OFF-NOT: shorter
//CASE counted for (Object e : a) { if (e != null) ++n; } if (n < 16) return; amplify(o);
// CHECK: counted 16
//CASE length if (a.length > 5) amplify(o);
// CHECK-NEXT: length 6{{$}}
//CASE indexed for (int i = 0; i < a.length; i++) { if (a[i] == null) continue; n += 2; } if (n >= 7) amplify(o);
// CHECK-NEXT: indexed 4{{$}}
//CASE part for (int i = 0; i < a.length; i++) n++; if (n / 3 > 2) { amplify(o); }
// CHECK-NEXT: part 9{{$}}
//CASE while while (n < a.length) { if (a[n] == null) break; ++n; } boolean many = n > 3 \&\& o.n == 0; if (many) amplify(o);
// CHECK-NEXT: while 4{{$}}
//CASE either long m = a.length - 8L; n = m > 0 ? (int) m : -1; if (n > 0 || m * m == 4) amplify(o);
// CHECK-NEXT: either 6{{$}}
//CASE inside if (a.length < 4) return; if (a[3] != null) amplify(o);
// CHECK-NEXT: inside 4{{$}}
// An index that may be out of bounds ends the handler, and the report counts that.
//CASE fault if (a[0] != null \&\& a.length > 9) amplify(o);
// CHECK-NEXT: fault {{$}}
//CASE division n = 6 / a.length; if (a.length > 9) amplify(o);
// CHECK-NEXT: division {{$}}
//CASE state if (o.n > 5 \&\& a.length > 2) amplify(o);
// CHECK-NEXT: state 3{{$}}
//CASE tuned for (Object e : a) ++n; if (n > Many) amplify(o);
// CHECK-NEXT: tuned 13{{$}}
//CASE endless while (o.n > 0) { n += 1; } if (a.length > 5) amplify(o);
// CHECK-NEXT: endless {{$}}
//CASE wraps for (Object e : a) n += 1000000000; if (n < 0) amplify(o);
// CHECK-NEXT: wraps 3{{$}}
//CASE cast for (int i = 0; i < a.length * 50; i++) n++; byte b = (byte) n; if (b < 0) amplify(o);
// CHECK-NEXT: cast 3{{$}}
//CASE never deamplify(o);
// CHECK-NEXT: never {{$}}
//CASE seen getHistory(o).update(n); if (a.length > 7) amplify(o); else deamplify(o);
// CHECK-NEXT: seen 8{{$}}
//CASE asked if (getHistory(o).last() > 0 \&\& a.length > 7) amplify(o);
// CHECK-NEXT: asked {{$}}
const int Many = 12;
Context Lists { type = "java.util.ArrayList"; }
Context Rows { path = Lists; type = "java.lang.Object[]"; }
History H { type = "int"; size = 4; }
Partition P { kind = all; history = H; }
TObject T { include = Rows; partition = P; instance int n = 0; }
Event on_read(Object o, Field f, Word w1, Word w2) { o.n += 1; }
Event on_reachedOnce(Object o) { Object[] a = (Object[]) o; int n = 0; BODY }
