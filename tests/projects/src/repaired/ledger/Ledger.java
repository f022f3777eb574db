package ledger;

import java.util.HashMap;
import java.util.Map;

/** Accounts and their balances; of its audit trail it keeps the last note only. Java 8. */
public class Ledger {
    private static volatile Note last;

    private final Map<String, Long> balances = new HashMap<>();

    public void post(String account, long amount) {
        balances.merge(account, amount, Long::sum);
        last = new Note(account, amount, "posted " + amount + " to " + account);
    }

    public long balance(String account) {
        return balances.getOrDefault(account, 0L);
    }

    private static final class Note {
        final String account;
        final long amount;
        final String text;

        Note(String account, long amount, String text) {
            this.account = account;
            this.amount = amount;
            this.text = text;
        }
    }
}
