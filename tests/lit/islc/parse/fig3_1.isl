// RUN: %islc --check -Wno-W609 %s
// RUN: %islc --emit=ast -w %s | %FileCheck %s
// Figure 3.1 as printed.
// CHECK: Context ArrayContext
// CHECK-NEXT:   sequence = "*.main,*"
// CHECK: TObject MyObj
// CHECK: instance boolean useFlag = false
// CHECK: Event on_reachedOnce
// CHECK: LocalDecl UseHistory h = getHistory(o)
// CHECK: If (h.isFull() && !h.contains(true))
     Context ArrayContext {
          sequence = "*.main,*";
          type = "java.lang.Object[]";
     }
     Context TrackingContext {
          sequence = "*.main,*";
          path = ArrayContext;
          type = "java.lang.String";
     }
     History UseHistory {
          type = "boolean";
          size = UserParameter; // Defined by the user.
     }
     Partition P {
          kind = all;
          history = UseHistory;
     }
     TObject MyObj {
          include = TrackingContext;
          partition = P;
          instance boolean useFlag = false; // Instance field.
     }
     Event on_rw(Object o, Field f, Word w1, Word w2) {
          o.useFlag = true;
          deamplify(o);
     }
     Event on_reachedOnce(Object o) {
          UseHistory h = getHistory(o);
          h.update(o.useFlag);
          if (h.isFull() && !h.contains(true))
              amplify(o);
          o.useFlag = false;
     }
