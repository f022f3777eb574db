// isl-test: unread-fields check=manual
import java.util.ArrayList;
import java.util.List;

/** Measured values with a unit in each that nobody ever reads. ReadUnits leaves the unit away. */
final class UnreadUnits {
  static final class Reading {
    final int value;
    final long unit;

    Reading(int number) {
      value = number % 977;
      unit = number * 31L;
    }
  }

  private static final List<Reading> readings = new ArrayList<>();

  public static void main(String[] args) {
    long sum = 0;
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 500; i++) {
        // expect@+1: unread-fields type=UnreadUnits$Reading held-by=UnreadUnits.readings
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
