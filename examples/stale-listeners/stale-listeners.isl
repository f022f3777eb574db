// Listeners that nobody calls any more: objects of java.util.EventListener that have not been used for a whole window of
// checks and are still registered somewhere. Name the listener type of your own framework in the Context.

Context Listeners {
  type = "java.util.EventListener";
}

History UseHistory {
  type = "boolean";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = UseHistory;
}

TObject Tracked {
  include = Listeners;
  partition = P;
  instance boolean used = false;
}

Event on_rw(Object o, Field f, Word w1, Word w2) {
  o.used = true;
  deamplify(o);
}

Event on_reachedOnce(Object o) {
  UseHistory h = getHistory(o);
  h.update(o.used);
  if (h.isFull() && !h.contains(true))
    amplify(o);
  o.used = false;
}
