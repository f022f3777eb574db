// Streams made per call: lines that build a pipeline of streams at each call, for work that a loop does without. A line
// is reported when nearly all of its stages died young and stages of one type are an eighth of all bytes that the
// program has allocated so far. Sinks and spliterators, as many again, come on top.

const double DYING = 0.9375;  // of the bytes of its stages so many die
const double OF_ALL = 0.125;  // of all that the program has allocated so much is the line's

Context Streams {
  type = "java.util.stream.BaseStream";
}

TObject Stage {
  include = Streams;
}

Event on_died(Object o) {
  long died = diedBytes(o);
  boolean dies = died >= bornBytes(o) * DYING;
  if (dies && died >= allocatedBytes() * OF_ALL)
    amplify(o);
  else
    deamplify(o);
}
