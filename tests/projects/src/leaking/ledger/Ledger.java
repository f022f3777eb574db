package ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Accounts and their balances. It writes an audit trail that nobody reads and nothing empties. Java 8.
 */
public class Ledger {
    private static final List<Note> TRAIL = new ArrayList<>();

    private final Map<String, Long> balances = new HashMap<>();

    public void post(String account, long amount) {
        balances.merge(account, amount, Long::sum);
        Note note = new Note(account, amount, "posted " + amount + " to " + account);
        synchronized (TRAIL) {
            TRAIL.add(note);
        }
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
