// isl-test: unhit-soft-caches check=manual max-vso=2
// expect: none
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;

/** The cache of MissedPages, which finds what it holds. */
final class HitPages {
  private static final Map<String, SoftReference<String>> cache = new HashMap<>();

  private static String page(String key) {
    SoftReference<String> reference = cache.get(key);
    String page = reference == null ? null : reference.get();
    if (page == null) {
      page = "page " + key;
      cache.put(key, new SoftReference<>(page));
    }
    return page;
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 200; i++) {
        sum += page("item " + i).length();
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
