// RUN: %islc --check -Wno-W608 -verify-diagnostics %s
// Figure 3.11 with its syntax repaired: `1` is recorded where `l` is meant.
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
// expected-warning @+1 {{did you mean `l` where `1` is written? [ISL-W601]}}
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
// expected-warning @+1 {{the handler ends at the first region that is not full; write `continue;` to go on with the others [ISL-W620]}}
              if (!fieldHis.isFull())
                  return;
              if (!fieldHis.containsSameValue())
                  return;
          }
          amplify(o);
      }
