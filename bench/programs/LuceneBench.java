import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene: builds an index in memory, then searches it; again for every round. */
final class LuceneBench {
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      Random random = new Random(round);
      try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
        IndexWriterConfig config = new IndexWriterConfig(new StandardAnalyzer());
        config.setMergeScheduler(new SerialMergeScheduler());
        try (IndexWriter writer = new IndexWriter(directory, config)) {
          for (int i = 0; i < 2000; i++) {
            Document document = new Document();
            document.add(new StoredField("number", i));
            document.add(new TextField("body", text(random), Field.Store.YES));
            writer.addDocument(document);
          }
        }
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
          digest = digest * 31 + search(new IndexSearcher(reader), random);
        }
      }
    }
    System.out.println("digest " + Long.toHexString(digest));
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 80; i++) {
      int word = random.nextInt(60) * random.nextInt(60);
      text.append("word").append(word).append(i % 12 == 11 ? ". " : " ");
    }
    return text.toString();
  }

  private static long search(IndexSearcher searcher, Random random) throws Exception {
    long digest = 17;
    for (int i = 0; i < 1000; i++) {
      BooleanQuery query = new BooleanQuery.Builder()
          .add(term(random), BooleanClause.Occur.SHOULD)
          .add(term(random), BooleanClause.Occur.SHOULD)
          .add(term(random), BooleanClause.Occur.MUST)
          .build();
      for (ScoreDoc hit : searcher.search(query, 10).scoreDocs) {
        String body = searcher.storedFields().document(hit.doc).get("body");
        digest = digest * 31 + hit.doc + body.length();
      }
    }
    return digest;
  }

  private static TermQuery term(Random random) {
    return new TermQuery(new Term("body", "word" + random.nextInt(60) * random.nextInt(20)));
  }
}
