import isl.Amplifier;
import isl.ScopeVerdict;
import java.util.ArrayList;
import java.util.List;

/**
 * Requests in the scopes `keeps` and `drops`; only what the first one allocates stays in the heap.
 * Both go through the same line. A worker thread allocates for whoever is alone in having a scope.
 */
final class Scopes {
  static final List<Object> kept = new ArrayList<>();

  static final class Page {
    long a;
    long b;
    long c;
    long d;
  }

  static void request(List<Object> to) {
    for (int i = 0; i < 20_000; i++) {
      to.add(new Page());
    }
  }

  static void inAnotherThread(Runnable work) throws InterruptedException {
    Thread thread = new Thread(work);
    thread.start();
    thread.join();
  }

  public static void main(String[] args) throws InterruptedException {
    System.out.println("without a check " + Amplifier.vso("leak") + ", unknown " + Amplifier.vso("no"));
    Amplifier.end(); // without its begin: nothing happens
    Amplifier.begin("keeps");
    request(kept);
    Amplifier.begin("inner");
    inAnotherThread(() -> request(kept));
    Amplifier.end();
    Amplifier.end();
    Amplifier.begin("drops");
    List<Object> dropped = new ArrayList<>();
    request(dropped);
    dropped = null;
    for (String scope : new String[] {"keeps", "inner", "drops", "unheard"}) {
      List<ScopeVerdict> verdicts = Amplifier.judge(scope);
      System.out.println(scope + ": " + verdicts.size() + " verdicts");
      for (ScopeVerdict verdict : verdicts) {
        System.out.printf("%s after %d trial checks: %s %s%n%s", verdict.spec(), verdict.checks(),
            verdict.vso() > 2 ? "high" : verdict.vso() > 1 ? "low" : "none",
            verdict.inconclusive(), verdict.sites());
      }
    }
    int checks = args.length > 0 ? Integer.parseInt(args[0]) : 0;
    for (int i = 0; i < checks; i++) {
      Amplifier.check();
    }
    Amplifier.end();
    Thread.currentThread().interrupt();
    Amplifier.check();
    System.out.println("interrupted " + Thread.interrupted());
    System.out.println("at the end " + (Amplifier.vso("leak") > 2 ? "high" : "low")
        + ", highest of all the same " + (Amplifier.vso(null) == Amplifier.vso("leak")));
    System.out.println(kept.size());
  }
}
