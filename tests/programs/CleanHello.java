// isl-test: leak
// expect: none

/**
 * Hello world in a loop.
 */
final class CleanHello {
  public static void main(String[] args) {
    int rounds = Work.size(args, 0, 10_000_000);
    for (int i = 0; i < rounds; i++) {
      String line = "Hello, world " + i;
      if (i % 1_000_000 == 0) {
        System.out.println(line);
      }
      int[] garbage = new int[100 + line.length()];
      if (garbage.length == i) {
        System.out.println(garbage.length);
      }
    }
    System.out.println("done");
  }
}
