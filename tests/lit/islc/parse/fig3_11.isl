// RUN: %islc --check -verify-diagnostics %s
// Figure 3.11 as printed: exactly two syntax errors.
      History UpdateHistory {
          type = "long";
          // UserParameter is defined by the user.
          size = UserParameter * MAX_NUM_FIELDS;
      }
      Partition P {
          kind = alloc;
          history = UpdateHistory;
      }
      TObject MyObj {
          partition = P;
      }
      Event on_write(Object o, Field f, Word w1, Word w2) {
          if (!f.isPrimitive())
              return;
          long l = combine(w1, w2);
          UpdateHistory allHis = getHistory(o);
          UpdateHistory fieldHis = allHis.subHistory(f.index() *
                                                       UserParameter,
                                                       UserParameter);
          fieldHis.update(1);
          if (fieldHis.isFull() && !fieldHis.containsSameValue())
              deamplify(o);
      }
      Event on_reachedOnce(Object o) {
          UpdateHistory allHis = getHistory(o);
          int i = 0;
          for (; i < allHis.length(); i += UserParameter) {
              UpdateHistory fieldHis = allHis.subHistory(
                                                i, UserParameter);
// expected-error @+1 {{expected `)` before `return` [ISL-E107]}}
              if (!fieldHis.isFull()
                  return;
              if (!fieldHis.containsSameValue())
// expected-error @+1 {{expected `;` before `:` [ISL-E107]}}
                  return:
          }
          amplify(o);
      }
