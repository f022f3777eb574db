// Growing holders: a collection, map, array or chain of nodes that takes in more and more and lets nothing go. It does
// not matter whether what it holds is used.
//
// The life of a holder is cut into segments of equal length, and of each the least number of things held counts, so
// that coming and going within a segment does not matter. When a fourth segment is full, two and two become one: there
// are always two or three over the whole life. It grows while each of three segments holds more than the one before,
// and as long as a new high was met in the last quarter of its life.
//
// A unit of work, a test say, may take longer than all before it, and what the others leave behind stands meanwhile. So of
// the checks within one unit as many are left out as the holder had seen before that unit.
//
// The penalty of a check is the share of what is held that came after the first segment.

// Checks of the first segments. Three of them make nine, and a trend needs five more: where a check of a server takes a
// tenth of a second there are hardly more than twenty since its first request.
const int SEGMENT = 3;
// A table of fewer things says little: three segments that grow need four.
const int LEAST = 4;

Partition P {
  kind = all;
}

TObject Holder {
  partition = P;
  defect = growth;  // what a collection or a clean-up gives back is none
  instance int checks = 0;     // of its life
  instance long unit = 0;      // of work, at the last of them
  instance int before = 0;     // checks before that unit
  instance int leftOut = 0;    // within it
  instance int segment = 3;    // checks in a segment, now
  instance int inSegment = 0;  // of them are over
  instance int full = 0;       // segments
  instance int first = 0;      // the least of each
  instance int second = 0;
  instance int third = 0;
  instance int least = 0;  // of the segment that is not full yet
  instance int high = 0;
  instance int highAt = 0;  // the check of it
  instance boolean grows = false;
}

Event on_reachedOnce(Object o) {
  int n = held(o);
  if (n < LEAST && o.checks == 0)
    return;
  if (o.checks == 0)
    o.segment = SEGMENT;
  boolean counts = true;
  if (units() != o.unit) {
    o.unit = units();
    o.before = o.checks;
    o.leftOut = 0;
  } else if (o.leftOut < o.before) {
    o.leftOut += 1;
    counts = false;
  }
  if (counts) {
    o.checks += 1;
    if (o.inSegment == 0 || n < o.least)
      o.least = n;
    o.inSegment += 1;
    if (n > o.high) {
      o.high = n;
      o.highAt = o.checks;
    }
    if (o.inSegment == o.segment) {
      o.inSegment = 0;
      o.full += 1;
      if (o.full == 1)
        o.first = o.least;
      if (o.full == 2)
        o.second = o.least;
      if (o.full == 3)
        o.third = o.least;
      if (o.full >= 3) {
        o.grows = o.first < o.second;
        if (o.second >= o.third)
          o.grows = false;
        if (o.full == 4 && o.third >= o.least)
          o.grows = false;
      }
      if (o.full == 4) {
        if (o.second < o.first)
          o.first = o.second;
        o.second = o.third;
        if (o.least < o.second)
          o.second = o.least;
        o.full = 2;
        o.segment = o.segment * 2;
      }
    }
  }
  int sinceHigh = o.checks - o.highAt;
  if (sinceHigh * 4 > o.checks)
    o.grows = false;
  if (!o.grows) {
    deamplify(o);
    return;
  }
  int added = n - o.first;
  long grown = heldBytes(o) * added;
  if (added > 0)
    amplifyBy(o, grown / n);
}
