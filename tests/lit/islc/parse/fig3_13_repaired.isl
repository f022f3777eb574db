// RUN: %islc --check -Wno-W603 -Wno-W608 -verify-diagnostics %s
// Figure 3.13 with its name repaired: its history never takes anything but true.
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
// expected-warning @+1 {{only updated with `true`}}
              getHistory(o).update(true);
              deamplify(o);
          }
     }
     Event on_call(Object o, Method m, Word return1, Word return2) {
          if (m.getReturnType().isReference()) {
              Object obj = addressToObject(return1, return2);
// expected-warning @+1 {{without a check for null [ISL-W621]}}
              obj.returned = true;
          }
     }
     Event on_reachedOnce(Object o) {
          UseHistory history = getHistory(o);
          if (o.returned && history.isFull() && !history.contains(true))
              amplify(o);
     }
