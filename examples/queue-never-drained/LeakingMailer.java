// isl-test: leak

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A mailer that puts what it could not deliver into a queue for a second attempt, and the second
 * attempt is for the end of the run, which a server never reaches. RepairedMailer makes it after every
 * hundred letters.
 */
final class LeakingMailer {
  static final class Failure {
    final String recipient;
    final String reason;
    final byte[] message;

    Failure(String recipient, String reason, byte[] message) {
      this.recipient = recipient;
      this.reason = reason;
      this.message = message;
    }
  }

  private static final BlockingQueue<Failure> failures = new LinkedBlockingQueue<>();

  private static String letter(String recipient, int number) {
    StringBuilder text = new StringBuilder("Dear " + recipient + ",\n");
    for (int i = 0; text.length() < 4000; i++) {
      text.append("item ").append(number + i).append(" of your order is on its way\n");
    }
    return text.toString();
  }

  private static boolean send(int number) {
    // expect@+1: leak type=String held-by=LeakingMailer.failures
    String recipient = "customer" + number % 977 + "@example.org";
    String text = letter(recipient, number);
    boolean delivered = text.hashCode() % 8 != 0;
    if (!delivered) {
      byte[] head = text.substring(0, 400).getBytes();
      // expect@+1: leak type=LeakingMailer$Failure held-by=LeakingMailer.failures, leak type=LinkedBlockingQueue$Node held-by=LeakingMailer.failures
      failures.add(new Failure(recipient, "450 mailbox busy", head));
    }
    return delivered;
  }

  private static int retry() {
    int size = 0;
    for (Failure failure = failures.poll(); failure != null; failure = failures.poll()) {
      size += failure.message.length;
    }
    return size;
  }

  public static void main(String[] args) {
    int letters = args.length > 0 ? Integer.parseInt(args[0]) : 80_000;
    long delivered = 0;
    long resent = 0;
    for (int i = 0; i < letters; i++) {
      if (send(i)) {
        delivered++;
      }
    }
    resent += retry();
    System.out.println(letters + " letters, " + delivered + " at once, " + resent + " bytes again");
  }
}
