/**
 * Tight loops over arrays: `sum` of an array of int, insertion `sort` of many small ones, `matrix` product. The arrays
 * belong to objects, as they do in programs.
 */
final class Kernels {
  private static final class Vector {
    final int[] elements;

    Vector(int length, int seed) {
      elements = new int[length];
      for (int i = 0; i < length; i++) {
        elements[i] = (seed + i) * 0x9E3779B9 >>> 8;
      }
    }
  }

  private static final class Matrix {
    final int size;
    final int[] cells;

    Matrix(int size) {
      this.size = size;
      cells = new int[size * size];
    }
  }

  private static long sum(Vector vector) {
    long sum = 0;
    for (int i = 0; i < vector.elements.length; i++) {
      sum += vector.elements[i];
    }
    return sum;
  }

  private static void sort(Vector vector) {
    int[] elements = vector.elements;
    for (int i = 1; i < elements.length; i++) {
      int value = elements[i];
      int at = i;
      while (at > 0 && elements[at - 1] > value) {
        elements[at] = elements[at - 1];
        at--;
      }
      elements[at] = value;
    }
  }

  private static void multiply(Matrix a, Matrix b, Matrix result) {
    for (int row = 0; row < a.size; row++) {
      for (int column = 0; column < a.size; column++) {
        int sum = 0;
        for (int i = 0; i < a.size; i++) {
          sum += a.cells[row * a.size + i] * b.cells[i * a.size + column];
        }
        result.cells[row * a.size + column] = sum;
      }
    }
  }

  private static long run(String kernel, int round) {
    switch (kernel) {
      case "sum":
        return sum(new Vector(1_000_000, round));
      case "sort":
        Vector vector = new Vector(2_000, round);
        sort(vector);
        return vector.elements[round % vector.elements.length];
      case "matrix":
        Matrix a = new Matrix(200);
        Matrix b = new Matrix(200);
        for (int i = 0; i < a.cells.length; i++) {
          a.cells[i] = i % 7 + round % 3;
          b.cells[i] = i % 5 - 2;
        }
        Matrix result = new Matrix(200);
        multiply(a, b, result);
        return result.cells[round % result.cells.length];
      default:
        throw new IllegalArgumentException(kernel);
    }
  }

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[1]);
    long digest = 17;
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      digest = digest * 31 + run(args[0], round);
    }
    System.out.println("digest " + Long.toHexString(digest));
  }
}
