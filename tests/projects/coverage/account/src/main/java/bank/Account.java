package bank;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/** Lines, branches, a lambda, a switch and a record, some of which the tests leave out. */
public final class Account {
  public enum Kind { CURRENT, SAVINGS, CLOSED }

  public record Entry(long cents, String text) {
    boolean large() {
      return cents > 100_000 || cents < -100_000;
    }
  }

  private final Kind kind;
  private final Deque<Entry> entries = new ArrayDeque<>();

  public Account(Kind kind) {
    this.kind = kind;
  }

  public void book(long cents, String text) {
    switch (kind) {
      case CURRENT -> entries.add(new Entry(cents, text));
      case SAVINGS -> {
        if (balance() + cents < 0) throw new IllegalStateException("no overdraft");
        entries.add(new Entry(cents, text));
      }
      default -> throw new IllegalStateException("closed");
    }
  }

  public long balance() {
    return entries.stream().mapToLong(Entry::cents).sum();
  }

  public Optional<Entry> last() {
    return entries.isEmpty() ? Optional.empty() : Optional.of(entries.getLast());
  }

  public long largeEntries() {
    return entries.stream().filter(entry -> entry.large() && !entry.text().isEmpty()).count();
  }
}
