package bank;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class AccountTest {
  @Test
  void balances() {
    Account account = new Account(Account.Kind.CURRENT);
    for (int i = 0; i < 1000; i++) account.book(i, "entry " + i);
    assertEquals(499_500, account.balance());
    assertTrue(account.last().isPresent());
  }

  @Test
  void savingsHaveNoOverdraft() {
    assertThrows(IllegalStateException.class, () -> new Account(Account.Kind.SAVINGS).book(-1, "out"));
  }
}
