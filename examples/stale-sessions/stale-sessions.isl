// Sessions that no request has used for a whole window of checks and that are still held: they have no time limit, or
// one far longer than users stay. For older containers write javax.servlet.http.HttpSession, for other frameworks
// their type.

Context Sessions {
  type = "jakarta.servlet.http.HttpSession";
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
  include = Sessions;
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
