// Counts the reads of the elements of each int[]: what a barrier for each element costs.

Context Ints {
  type = "int[]";
}

History Reads {
  type = "long";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = Reads;
}

TObject Counted {
  include = Ints;
  partition = P;
  instance int reads = 0;
}

Event on_read(Object o, Field f, Word w1, Word w2) {
  o.reads += 1;
}

Event on_reachedOnce(Object o) {
  if (o.reads == 0)
    amplify(o);
  else
    deamplify(o);
  o.reads = 0;
}
