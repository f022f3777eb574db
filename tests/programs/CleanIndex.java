// isl-test: leak
// expect: none

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A live set of some megabytes that every round uses: word lists by key, replaced bit by bit.
 */
final class CleanIndex {
  static final class Posting {
    final int document;
    int hits;

    Posting(int document) {
      this.document = document;
    }
  }

  public static void main(String[] args) {
    int rounds = Work.size(args, 0, 500);
    Map<String, List<Posting>> index = new HashMap<>();
    for (int i = 0; i < 4000; i++) {
      index.computeIfAbsent("word " + i % 800, key -> new ArrayList<>()).add(new Posting(i));
    }
    long digest = 17;
    for (int i = 0; i < rounds; i++) {
      for (int word = 0; word < 800; word++) {
        List<Posting> postings = index.get("word " + word);
        for (Posting posting : postings) {
          posting.hits += posting.document % 3;
          digest = digest * 31 + posting.hits;
        }
        postings.set(i % postings.size(), new Posting(i + word));
      }
      for (int j = 0; j < 100; j++) {
        digest += Work.request(i * 100 + j, 16_000);
      }
    }
    Work.print("rounds", rounds, digest);
  }
}
