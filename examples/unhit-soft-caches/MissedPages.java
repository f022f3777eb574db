// isl-test: unhit-soft-caches check=manual max-vso=2
import java.lang.ref.SoftReference;
import java.util.HashMap;
import java.util.Map;

/** A soft cache that is asked by another name than it is filled with. HitPages asks by the same. */
final class MissedPages {
  private static final Map<String, SoftReference<String>> cache = new HashMap<>();

  private static String page(String key) {
    SoftReference<String> reference = cache.get("/" + key);
    String page = reference == null ? null : reference.get();
    if (page == null) {
      page = "page " + key;
      // expect@+1: unhit-soft-caches type=SoftReference held-by=MissedPages.cache
      cache.put(key, new SoftReference<>(page));
    }
    return page;
  }

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 200; i++) {
        sum += page("item " + (round * 200 + i)).length();
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
