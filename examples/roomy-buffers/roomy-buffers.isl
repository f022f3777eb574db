// Roomy buffers: arrays of bytes, of 1024 and more, of which less than 30% before the last byte that is not 0 were in use
// at every check of a whole window: a buffer with a capacity that nothing ever needed.

Context Buffers {
  type = "byte[]";
}

History Fill {
  type = "double";
  size = UserParameter;
}

Partition P {
  kind = all;
  history = Fill;
}

TObject Buffer {
  include = Buffers;
  partition = P;
}

// Arrays with an event of their own are told by the line that makes them, others by that of their owner.
Event on_alloc(Object o) {
  deamplify(o);
}

Event on_reachedOnce(Object o) {
  byte[] bytes = (byte[]) o;
  if (bytes.length < 1024)
    return;
  int end = bytes.length;
  while (end > 0) {
    if (bytes[end - 1] != 0)
      break;
    --end;
  }
  double filled = ((double) end) / bytes.length;
  Fill history = getHistory(o);
  history.update(filled);
  if (filled > 0.3) {
    deamplify(o);
    return;
  }
  if (!history.isFull())
    return;
  for (int i = 0; i < history.length(); ++i) {
    if (history.get(i) > 0.3)
      return;
  }
  amplify(o);
}
