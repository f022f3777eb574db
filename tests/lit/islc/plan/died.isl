// RUN: %islc --emit=plan %s | %FileCheck %s
// Nothing is put into the program: lines come from the VM's allocation samples.
// CHECK: handler on_died: native (runs at the heap check, for lines of sampled allocations)
// CHECK: trace in the program: can be left out
TObject T { }
Event on_died(Object o) {
  if (diedBytes(o) > allocatedBytes() / 8) amplify(o);
  else deamplify(o);
}
