// Temporary objects: lines whose objects die young and are much of what the program allocates. Each costs its
// allocation and brings the next collection nearer. A line is reported when nearly all bytes of a type that it
// allocates died, and these are an eighth of all bytes that the program has allocated so far.
//
// The rated VSO is 1 + 20 x the part of the allocated bytes: from 3.5 on for one such line.

const long DIED_OF_16 = 15;     // of 16 bytes that the line allocates so many die
const long OF_ALL = 8;          // one byte in so many is the line's

TObject Line { }

Event on_died(Object o) {
  if (diedBytes(o) / 16 * 16 >= bornBytes(o) / 16 * DIED_OF_16 && diedBytes(o) >= allocatedBytes() / OF_ALL)
    amplify(o);
  else
    deamplify(o);
}
