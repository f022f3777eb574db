// isl-test: leak args=leak
// isl-test: leak args=clean expect=none

import java.util.ArrayList;
import java.util.List;

/**
 * A list of plain byte arrays without any object around them. Clean: the list is emptied after
 * every batch.
 */
final class ByteArrayLeak {
  private static final List<byte[]> archive = new ArrayList<>();

  private static byte[] receive(int number) {
    // todo-expect@+1: leak type=byte[] held-by=ByteArrayLeak.archive
    byte[] payload = new byte[200 + number % 600];
    payload[number % payload.length] = (byte) number;
    return payload;
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int messages = Work.size(args, 1, 60_000);
    long digest = 17;
    for (int i = 0; i < messages; i++) {
      byte[] payload = receive(i);
      archive.add(payload);
      digest = digest * 31 + payload[i % payload.length] + Work.request(i, 16_000);
      if (!leak && archive.size() == 50) {
        archive.clear();
      }
    }
    Work.print("messages", messages, digest);
  }
}
