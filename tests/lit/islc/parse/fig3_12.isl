// RUN: %islc --check -verify-diagnostics %s
// Figure 3.12 as printed: two closing braces are lost.
      Context MapContext {
          type = "java.util.HashMap";
      }
      Context TrackingContext {
          path = MapContext;
          type = "java.util.Map.Entry[]";
      }
      History UtilityRates {
          type = "double";
          size = UserParameter; // Defined by the user.
      }
      Partition P {
          kind = all;
          history = UtilityRates;
      }
      TObject MyObj {
          include = TrackingContext;
          partition = P;
      }
      Event on_reachedOnce(Object o) {
          UtilityRates rates = getHistory(o);
          Object[] array = (Object[]) o;
          int numNonNull = 0;
// expected-note @+1 {{this `{` is never closed}}
          for (Object element : array) {
              if (element != null)
                  ++ numNonNull;
// expected-error @+1 {{missing `}` before `double` [ISL-E108]}}
          double rate = ((double) numNonNull) / array.length;
          rates.update(rate);
          if (rate > 0.3)
              deamplify(o);
          else if (rates.isFull()) {
              for (int i = 0; i < UserParameter; ++ i) {
                  if (rates.get(i) > 0.3)
                      return;
// expected-error @+1 {{missing `}` before `amplify` [ISL-E108]}}
              amplify(o);
          }
      }
