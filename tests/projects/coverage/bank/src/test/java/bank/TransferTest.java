package bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TransferTest {
  private final Account current = new Account(Account.Kind.CURRENT);

  @Test
  void moves() {
    Account savings = new Account(Account.Kind.SAVINGS);
    for (int i = 1; i <= 500; i++) assertTrue(Transfer.move(current, savings, i));
    assertEquals(0, current.balance() + savings.balance());
  }

  @Test
  void givesBack() {
    assertFalse(Transfer.move(current, new Account(Account.Kind.CLOSED), 5));
    assertEquals(0, current.balance());
  }
}
