/** Tables of maps that a static initialiser makes far too large. */
final class StaticPool {
  static final java.util.HashMap<Integer, String>[] POOL = pool();

  @SuppressWarnings("unchecked")
  private static java.util.HashMap<Integer, String>[] pool() {
    var pool = new java.util.HashMap[100];
    for (int i = 0; i < pool.length; i++) {
      pool[i] = new java.util.HashMap<Integer, String>(4096);
      pool[i].put(i, "one");
    }
    return pool;
  }

  public static void main(String[] args) {
    int found = 0;
    for (int i = 0; i < 40; i++) {
      if (POOL[i % POOL.length].containsKey(i)) {
        found++;
      }
      isl.Amplifier.check();
    }
    System.out.println("found " + found);
  }
}
