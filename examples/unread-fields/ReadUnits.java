// isl-test: unread-fields check=manual
// expect: none
import java.util.ArrayList;
import java.util.List;

/** The values of UnreadUnits: every field is read somewhere. */
final class ReadUnits {
  static final class Reading {
    final int value;

    Reading(int number) {
      value = number % 977;
    }
  }

  private static final List<Reading> readings = new ArrayList<>();

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 500; i++) {
        readings.add(new Reading(i));
      }
      for (int i = round; i < readings.size(); i += 7) {
        sum += readings.get(i).value;
      }
      isl.Amplifier.check();
    }
    System.out.println("digest " + Long.toHexString(sum));
  }
}
