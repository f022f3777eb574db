import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs generated programs, and has each object tell the agent how often it was accessed and called.
 *
 * <p>usage: Objects ROUNDS latest|counts PROGRAM...
 */
final class Objects {
  /** What a generated program offers, as itself and as its model. */
  interface Program {
    int real(Objects c, int variant);

    int model(Objects c, int variant);

    Tracked[] constants();

    ModelObject[] modelConstants();
  }

  static final long MAGIC = 0x5ca1ab1e0ddba11L;
  static final int LATEST = 6;

  private static final List<Tracked[]> KEPT = new ArrayList<>();
  private static boolean latest;
  private static int accounts;
  private static int unused; // returned and never used again
  private static int unreturned;
  private static int placed; // objects of classes with fields in histories

  private final Map<Integer, Site> sites;
  private Tracked[] made = new Tracked[64];
  private ModelObject[] models = new ModelObject[64];
  private int real;
  private int modelled;

  Objects(Map<Integer, Site> sites) {
    this.sites = sites;
  }

  /** The latest values written to each field of objects of a site. */
  static final class Site {
    final Map<Integer, List<Long>> fields = new TreeMap<>();
    Base sample;

    void put(int field, long value) {
      List<Long> values = fields.computeIfAbsent(field, f -> new ArrayList<>());
      values.add(value);
      if (values.size() > LATEST) {
        values.remove(0);
      }
    }

    long digest() {
      long digest = 0;
      for (int i = 1; i < 24; i++) {
        List<Long> values = fields.getOrDefault(i, List.of());
        digest = digest * 31 + values.size();
        for (long value : values) {
          digest = digest * 31 + value;
        }
      }
      return digest;
    }
  }

  Site site(int number) {
    return sites.computeIfAbsent(number, n -> new Site());
  }

  // What a program makes, in the order of its model. Nothing here returns a tracked object.

  void keep(Tracked o) {
    if (real == made.length) {
      made = java.util.Arrays.copyOf(made, 2 * real);
      models = java.util.Arrays.copyOf(models, 2 * real);
    }
    made[real++] = o;
  }

  void keep(ModelObject o) {
    models[modelled++] = o;
  }

  private static void account(Tracked o, ModelObject m) {
    if (!latest) {
      o.account(MAGIC);
      o.account(m.reads);
      o.account(m.writes);
      o.account(m.calls);
      o.account(m.returned);
      o.account(m.digest);
    }
    accounts++;
    if (m.returned == 0) {
      unreturned++;
    } else if (!m.used) {
      unused++;
    }
  }

  private static int both(Program p, Map<Integer, Site> sites, int variant) {
    Objects c = new Objects(sites);
    int result = p.real(c, variant);
    int model = p.model(c, variant);
    if (c.real != c.modelled || result != model) {
      throw new IllegalStateException(p.getClass() + " " + variant + ": " + result + ", the model " + model + ", "
          + c.real + " and " + c.modelled + " objects");
    }
    for (int i = 0; i < c.real; i++) {
      account(c.made[i], c.models[i]);
      if (c.made[i] instanceof Base) {
        placed++;
        c.site(c.models[i].site).sample = (Base) c.made[i];
      }
    }
    KEPT.add(c.made);
    return result;
  }

  public static void main(String[] args) throws Exception {
    latest = args[1].equals("latest");
    for (int i = 2; i < args.length; i++) {
      Program p = (Program) Class.forName(args[i]).getDeclaredConstructor().newInstance();
      Map<Integer, Site> sites = new TreeMap<>();
      int sum = 0;
      for (int round = 0; round < Integer.parseInt(args[0]); round++) {
        sum = sum * 31 + both(p, sites, round % 3);
      }
      Tracked[] constants = p.constants();
      for (int k = 0; k < constants.length; k++) {
        account(constants[k], p.modelConstants()[k]);
      }
      for (Site site : sites.values()) {
        if (latest && site.sample != null) {
          long digest = site.digest();
          site.sample.account = (int) (digest >>> 32);
          site.sample.account = (int) digest;
        }
      }
      System.out.println(args[i] + " " + sum);
    }
    List<StringBuilder> garbage = new ArrayList<>();
    for (int i = 0; i < 64; i++) { // some checks
      garbage.add(new StringBuilder(1 << 19));
      garbage.clear();
    }
    System.out.println("objects " + accounts + " " + unused + " " + unreturned + " " + placed);
  }
}

/** What specs observe. */
interface Tracked {
  default long account(long v) {
    return v;
  }
}

abstract class Base implements Tracked {
  int account;
}

/** An object as the model has it: it counts. A field's number is the one that the agent gives it; -1: references. */
class ModelObject {
  final Objects c;
  final int site;
  int reads;
  int writes;
  int calls;
  int returned;
  int digest; // of what is read, written and returned, in its order
  boolean used;

  ModelObject(Objects c, int site) {
    this.c = c;
    this.site = site;
  }

  static void passedOut(ModelObject o) { // returned by some method
    if (o != null) {
      o.returned++;
    }
  }

  static <T extends ModelObject> T nonNull(T o) { // Objects.requireNonNull, which returns it
    if (o == null) {
      throw new NullPointerException();
    }
    o.returned++;
    return o;
  }

  private void add(int hi, int lo) {
    digest = digest * 31 + hi + 3 * lo;
  }

  private void add(ModelObject o) {
    digest = digest * 31 + (o != null ? 5 : 4);
  }

  private void use() {
    used |= returned > 0;
  }

  private void read(int i, int hi, int lo) {
    reads++;
    add(hi + 7 * i, lo);
    use();
  }

  final void read(int i, int v) {
    read(i, v, 0);
  }

  final void read(int i, boolean v) {
    read(i, v ? 1 : 0, 0);
  }

  final void read(int i, float v) {
    read(i, Float.floatToRawIntBits(v), 0);
  }

  final void read(int i, long v) {
    read(i, (int) (v >>> 32), (int) v);
  }

  final void read(int i, double v) {
    read(i, Double.doubleToRawLongBits(v));
  }

  final void read(int i, ModelObject v) {
    reads++;
    add(v);
    use();
  }

  private void write(int i, int hi, int lo) {
    writes++;
    add(hi + 11 * i, lo);
    use();
    if (site >= 0) {
      c.site(site).put(i, hi * 31L + lo);
    }
  }

  final void write(int i, int v) {
    write(i, v, 0);
  }

  final void write(int i, boolean v) {
    write(i, v ? 1 : 0, 0);
  }

  final void write(int i, float v) {
    write(i, Float.floatToRawIntBits(v), 0);
  }

  final void write(int i, long v) {
    write(i, (int) (v >>> 32), (int) v);
  }

  final void write(int i, double v) {
    write(i, Double.doubleToRawLongBits(v));
  }

  final void write(int i, ModelObject v) {
    writes++;
    add(v);
    use();
  }

  final void called() {
    called(0);
  }

  final void called(int v) {
    calls++;
    add(v, 0);
  }

  final void called(boolean v) {
    called(v ? 1 : 0);
  }

  final void called(float v) {
    called(Float.floatToRawIntBits(v));
  }

  final void called(long v) {
    calls++;
    add((int) (v >>> 32), (int) v);
  }

  final void called(double v) {
    called(Double.doubleToRawLongBits(v));
  }

  final void called(ModelObject v) {
    calls++;
    add(v);
    passedOut(v);
  }
}
