// isl-test: under-utilised-maps check=alloc:64m

import java.util.HashMap;
import java.util.Map;

/**
 * A document index that gives every document a HashMap for its few attributes: a table of 64
 * slots for two entries, in thousands of documents. FittedIndex asks for maps that fit.
 */
final class RoomyIndex {
  static final class Document {
    final String title;
    final Map<String, Integer> attributes;

    Document(String title, Map<String, Integer> attributes) {
      this.title = title;
      this.attributes = attributes;
    }
  }

  private static final int DOCUMENTS = 20_000;
  private static final Document[] index = new Document[DOCUMENTS];

  private static Map<String, Integer> attributes(int n) {
    // expect@+1: under-utilised-maps type=HashMap$Node[] held-by=RoomyIndex.index
    Map<String, Integer> attributes = new HashMap<>(64);
    attributes.put("size", n % 4096);
    attributes.put("rank", n % 101);
    return attributes;
  }

  private static long search(int n) {
    StringBuilder hits = new StringBuilder();
    for (int i = n % 7; i < DOCUMENTS; i += 97) {
      Document document = index[i];
      if (document.attributes.get("rank") > n % 100) {
        hits.append(document.title).append(' ').append(document.attributes.get("size")).append('\n');
      }
    }
    return hits.toString().hashCode();
  }

  public static void main(String[] args) {
    int queries = args.length > 0 ? Integer.parseInt(args[0]) : 450_000;
    for (int i = 0; i < DOCUMENTS; i++) {
      index[i] = new Document("document-" + i, attributes(i));
    }
    long digest = 17;
    for (int i = 0; i < queries; i++) {
      digest = digest * 31 + search(i);
    }
    System.out.println(queries + " queries, digest " + Long.toHexString(digest));
  }
}
