// RUN: %islc --check -verify-diagnostics %s
// Figure 3.13 as printed.
     History UseHistory {
          type = "boolean";
          size = UserParameter; // Defined by the user.
     }
     Partition P {
          kind = all;
          history = UseHistory;
     }
     TObject MyObj {
          partition = P;
          instance boolean returned = false; // Instance field.
     }
     Event on_rw(Object o, Field f, Word w1, Word w2) {
          if (o.returned) {
              getHistory(o).update(true);
              deamplify(o);
          }
     }
     Event on_call(Object o, Method m, Word return1, Word return2) {
          if (m.getReturnType().isReference()) {
              Object obj = addressToObject(return1, return2);
              obj.returned = true;
          }
     }
     Event on_reachedOnce(Object o) {
          UseHistory history = getHistory(o);
// expected-error @+1 {{undeclared name `h` (did you mean `history`?) [ISL-E401]}}
          if (o.returned && history.isFull() && !h.contains(true))
              amplify(o);
     }
