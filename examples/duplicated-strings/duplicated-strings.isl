// Duplicated strings: texts that another live string holds as well. What is penalised is the array of bytes.
//
// Each check goes through the arrays of bytes that strings refer to once. A table of buckets takes the hash of what each one holds,
// with the number of the check; who meets its own hash and this check's number is a copy of another one. A copy for
// a whole window of checks is penalised. A bucket keeps four hashes: more in one bucket hide copies, and never make
// any up. Two different contents with one hash of 32 bits are rare: of a million strings some hundred pairs.

Context Strings {
  type = "java.lang.String";
}

Context Texts {
  path = Strings;
  type = "byte[]";
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
  include = Texts;
  partition = P;
  instance int copied = 0;
}

Event on_reachedOnce(Object o) {
  byte[] content = (byte[]) o;
  int hash = content.length;
  for (byte value : content)
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
