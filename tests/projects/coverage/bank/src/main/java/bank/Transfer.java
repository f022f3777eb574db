package bank;

/** Moves an amount; a failed booking is put back. */
public final class Transfer {
  private Transfer() {}

  public static boolean move(Account from, Account to, long cents) {
    if (cents <= 0) return false;
    try {
      from.book(-cents, "to");
    } catch (IllegalStateException e) {
      return false;
    }
    try {
      to.book(cents, "from");
      return true;
    } catch (IllegalStateException e) {
      from.book(cents, "back");
      return false;
    }
  }
}
