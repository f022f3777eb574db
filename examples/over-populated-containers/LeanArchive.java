// isl-test: over-populated-containers check=alloc:5m
// expect: none

import java.util.ArrayList;
import java.util.List;

/**
 * The repaired service of HoardingArchive: it keeps the replies of the customers that call, and no others.
 */
final class LeanArchive {
  private static final int REPLIES = 200, CALLERS = 10;
  private static final List<List<Integer>> byCustomer = new ArrayList<>();
  private static char[] page;

  private static List<Integer> load(int customer) {
    List<Integer> replies = new ArrayList<>(REPLIES);
    for (int i = 0; i < REPLIES; i++) replies.add((customer + i) % 100);
    return replies;
  }

  private static int last(int customer) {
    page = new char[600]; // what a call costs besides
    int sum = 0;
    for (int reply : byCustomer.get(customer)) sum += reply;
    return sum;
  }

  public static void main(String[] args) {
    for (int customer = 0; customer < CALLERS; customer++) byCustomer.add(load(customer));
    int calls = args.length > 0 ? Integer.parseInt(args[0]) : 250_000;
    long sum = 0;
    for (int call = 0; call < calls; call++) sum += last(call % CALLERS);
    System.out.println("sum: " + sum);
  }
}
