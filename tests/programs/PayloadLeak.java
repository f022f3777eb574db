// isl-test: leak args=leak
// isl-test: leak args=clean expect=none

import java.util.ArrayList;
import java.util.List;

/**
 * A list of small objects that each own a byte array: nearly all leaked bytes are array bytes.
 * Clean: the list is emptied after every batch.
 */
final class PayloadLeak {
  static final class Message {
    final int number;
    final byte[] payload;

    Message(int number, byte[] payload) {
      this.number = number;
      this.payload = payload;
    }
  }

  private static final List<Message> archive = new ArrayList<>();

  private static Message receive(int number) {
    byte[] payload = new byte[200 + number % 600];
    payload[number % payload.length] = (byte) number;
    // expect@+1: leak type=PayloadLeak$Message held-by=PayloadLeak.archive
    return new Message(number, payload);
  }

  public static void main(String[] args) {
    boolean leak = Work.leaks(args);
    int messages = Work.size(args, 1, 60_000);
    long digest = 17;
    for (int i = 0; i < messages; i++) {
      Message message = receive(i);
      archive.add(message);
      digest = digest * 31 + message.payload[message.number % message.payload.length];
      digest += Work.request(i, 16_000);
      if (!leak && archive.size() == 50) {
        archive.clear();
      }
    }
    Work.print("messages", messages, digest);
  }
}
