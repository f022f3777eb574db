import isl.Amplifier;
import java.util.ArrayList;
import java.util.List;

/** One allocation site for each answer that `explain` has. */
final class Evidence {
  static class Thing {
    long number;

    Thing(long number) {
      this.number = number;
    }
  }

  static final List<Thing> leaked = new ArrayList<>();
  static final List<Thing> busy = new ArrayList<>();
  static final List<Thing> rarely = new ArrayList<>();
  static final List<Thing> few = new ArrayList<>();

  static Thing leak(int i) {
    return new Thing(i);
  }

  static Thing use(int i) {
    return new Thing(i);
  }

  static Thing visitRarely(int i) {
    return new Thing(i);
  }

  static Thing keepFew(int i) {
    return new Thing(i);
  }

  static Thing drop(int i) {
    return new Thing(i);
  }

  static long sum(List<Thing> things) {
    long sum = 0;
    for (Thing thing : things) {
      sum += thing.number;
    }
    return sum;
  }

  public static void main(String[] args) {
    long digest = drop(7).number;
    for (int i = 0; i < 20_000; i++) {
      busy.add(use(i));
      rarely.add(visitRarely(i));
      if (i < 100) {
        few.add(keepFew(i));
      }
    }
    for (int i = 0; i < 60_000; i++) {
      leaked.add(leak(i));
      if (i % 1_000 == 999) {
        Amplifier.check();
      }
      if (i % 500 == 0) {
        digest += sum(busy);
      }
      if (i % 20_000 == 19_999) {
        digest += sum(rarely);
      }
    }
    System.out.println("digest " + digest + ", " + few.size() + " kept");
  }
}
