import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Alerts in a list that is copied at each change. Those that are acknowledged go, but for an eighth of them under `leak`. */
public final class CopiedList {
    record Alert(int id, String text) {}

    private final Map<String, String> rules = new HashMap<>(); // more than all alerts, from the start
    private volatile List<Alert> alerts = List.of();
    private long shown;

    private CopiedList() {
        for (int i = 0; i < 25_000; i++) rules.put("rule " + i, "if " + i + " then alert");
    }

    private void raise(int id) {
        List<Alert> more = new ArrayList<>(alerts);
        more.add(new Alert(id, rules.get("rule " + id % 25_000).repeat(75)));
        alerts = more;
        for (Alert alert : more)
            for (int i = 0; i < 64; i++) shown += alert.text().charAt(i);
        shown += ("request " + id).repeat(1_000).length(); // the copies are not most of what is allocated
    }

    private void acknowledge(int id, boolean leak) {
        List<Alert> rest = new ArrayList<>();
        for (Alert alert : alerts)
            if (alert.id() != id || (leak && id % 8 == 0)) rest.add(alert);
        alerts = rest;
    }

    public static void main(String[] args) {
        CopiedList board = new CopiedList();
        for (int i = 0; i < 20_000; i++) {
            board.raise(i);
            board.acknowledge(i, args[0].equals("leak"));
        }
        System.out.println(board.alerts.size() + " alerts, " + board.shown);
    }
}
