/** Starts and ends: what is left is what a JVM, and an agent in it, takes for itself. */
final class Start {
  public static void main(String[] args) {
    System.out.println("started");
  }
}
