// Temporary objects: lines whose objects die young and are much of what the program allocates. Each costs its
// allocation and brings the next collection nearer. A line is reported when nearly all bytes of a type that it
// allocates died, and these are an eighth of all bytes that the program has allocated so far.
//
// The rated VSO is 1 + 20 x the part of the allocated bytes: from 3.5 on for one such line.

const double DYING = 0.9375;  // of the bytes so many die
const double OF_ALL = 0.125;  // of all that the program has allocated so much is the line's

TObject Line { }

Event on_died(Object o) {
  long died = diedBytes(o);
  boolean dies = died >= bornBytes(o) * DYING;
  if (dies && died >= allocatedBytes() * OF_ALL)
    amplify(o);
  else
    deamplify(o);
}
