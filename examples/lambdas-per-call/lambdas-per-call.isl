// Lambdas made per call: lines that make a new object for a lambda or a method reference at each call, as it captures
// a variable. One that captures nothing is made once, and so is one that is kept in a field. A line is reported when
// nearly all of its lambdas died young and they are a sixteenth of all bytes that the program has allocated so far:
// a lambda of one variable takes 16 bytes, and what it is made for takes more.

const double DYING = 0.9375;  // of the bytes of its lambdas so many die
const double OF_ALL = 0.0625;  // of all that the program has allocated so much is the line's

TObject Line { }

Event on_died(Object o) {
  if (!isLambda(o))
    return;
  long died = diedBytes(o);
  boolean dies = died >= bornBytes(o) * DYING;
  if (dies && died >= allocatedBytes() * OF_ALL)
    amplify(o);
  else
    deamplify(o);
}
