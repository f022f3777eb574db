// isl-test: over-populated-containers check=alloc:5m

import java.util.ArrayList;
import java.util.List;

/**
 * A service that keeps all replies of all customers in lists, and looks only into those of the few that
 * call. LeanArchive is the same service, which keeps the replies of these only.
 */
final class HoardingArchive {
  private static final int CUSTOMERS = 1000, REPLIES = 200, CALLERS = 10;
  private static final List<List<Integer>> byCustomer = new ArrayList<>();
  private static char[] page;

  private static List<Integer> load(int customer) {
    // expect@+1: over-populated-containers type=Object[] held-by=HoardingArchive.byCustomer
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
    for (int customer = 0; customer < CUSTOMERS; customer++) byCustomer.add(load(customer));
    int calls = args.length > 0 ? Integer.parseInt(args[0]) : 250_000;
    long sum = 0;
    for (int call = 0; call < calls; call++) sum += last(call % CALLERS);
    System.out.println("sum: " + sum);
  }
}
