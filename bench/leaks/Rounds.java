import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/**
 * Rounds of equal work, the same for each driver: its first argument is the steps of a round. With -Dleaks.heap=1
 * each round ends with a line on stderr that says what a full collection left; with -Dleaks.dump=PREFIX it ends with
 * a heap dump.
 */
public final class Rounds {
    public interface Step {
        void take(int i) throws Exception;
    }

    private static final int ROUNDS = Integer.getInteger("leaks.rounds", 4);
    private static final String DUMP = System.getProperty("leaks.dump");
    private static final boolean HEAP = Boolean.getBoolean("leaks.heap");

    private static Step kept; // the growth detector looks at static fields only, not at the variables of main

    private Rounds() {}

    public static void run(String[] args, Step step) {
        int steps = Integer.parseInt(args[0]);
        kept = DUMP == null ? null : step;
        try {
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < steps; i++) {
                    step.take(round * steps + i);
                }
                look(round);
            }
        } catch (Throwable thrown) { // other threads would keep the VM
            thrown.printStackTrace();
            System.exit(3);
        }
    }

    private static void look(int round) throws Exception {
        if (HEAP) {
            System.gc();
            Thread.sleep(50); // what reference handlers and cleaners drop
            System.gc();
            Runtime vm = Runtime.getRuntime();
            System.err.println("leaks: round " + (round + 1) + " left " + (vm.totalMemory() - vm.freeMemory()) / 1024 + " KiB");
        }
        if (DUMP != null) {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(DUMP + round + ".hprof", true);
        }
    }
}
