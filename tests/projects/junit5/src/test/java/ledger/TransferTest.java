package ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TransferTest {
    @Test
    void transfersBackAndForth() {
        Ledger ledger = new Ledger();
        for (int i = 0; i < 150_000; i++) {
            ledger.post("account " + i % 100, 1);
        }
        assertEquals(150_000 / 100, ledger.balance("account 7"));
    }
}
