// RUN: %islc --check -verify-diagnostics %s
// What is known of a line at on_died, and what is known of one object alone.
TObject T { instance int checks = 0; }
Event on_died(Object o) {
  long size = isLambda(o) ? 16 : 32;
  // expected-error @+1 {{`sizeOf` is not available in on_died, only in on_read, on_write, on_rw, on_call, on_alloc, on_reached, on_reachedOnce [ISL-E418]}}
  if (sizeOf(o) == size && gcCount() > 1) ++o.checks;
  if (o.checks > 3 && diedBytes(o) >= bornBytes(o) - bornBytes(o) / 16 && diedBytes(o) > allocatedBytes() / 8)
    amplifyBy(o, diedBytes(o));
  else
    deamplify(o);
}
