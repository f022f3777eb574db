// Duplicated arrays: arrays of int with the same contents as another live one. Name another type for others; arrays
// above 64 elements are left alone, as comparing them all at every check would be dear.
//
// Each check goes through the arrays once. A table of buckets takes the hash of what each one holds,
// with the number of the check; who meets its own hash and this check's number is a copy of another one. A copy for
// a whole window of checks is penalised. A bucket keeps four hashes: more in one bucket hide copies, and never make
// any up. Two different contents with one hash of 32 bits are rare: of a million arrays some hundred pairs.

Context Arrays {
  type = "int[]";
}

const int BUCKETS = 16384;

History Seen {
  type = "long";
  size = BUCKETS * 4;
}

// One table for all.
Partition P {
  kind = single;
  history = Seen;
}

TObject Copy {
  include = Arrays;
  partition = P;
  instance int copied = 0;
}

// Arrays with an event of their own are told by the line that makes them, others by that of their owner.
Event on_alloc(Object o) {
  deamplify(o);
}

Event on_reachedOnce(Object o) {
  int[] content = (int[]) o;
  if (content.length == 0 || content.length > 64)
    return;
  int hash = content.length;
  for (int value : content)
    hash = 31 * hash + value;
  long check = gcCount();
  long entry = check << 32 | (hash & 0xFFFFFFFFL);
  Seen table = getHistory(o);
  int bucket = (hash ^ (hash >>> 14)) & (BUCKETS - 1);
  Seen slots = table.subHistory(bucket * 4, 4);
  if (!slots.contains(entry)) {
    slots.update(entry);
    o.copied = 0;
    deamplify(o);
    return;
  }
  o.copied += 1;
  if (o.copied >= UserParameter)
    amplify(o);
}
