import java.util.*;
import java.util.concurrent.*;

/** A holder of each kind, under a load that walks all it holds: `HolderKinds KIND BEHAVIOUR STEPS`. */
final class HolderKinds {
  static final class Visit {
    final int number;
    final byte[] body = new byte[40];

    Visit(int number) {
      this.number = number;
    }
  }

  interface Holder {
    void add(Visit visit);

    void removeOldest();

    long walk();
  }

  static final class InCollection implements Holder {
    private final Collection<Visit> visits;

    InCollection(Collection<Visit> visits) {
      this.visits = visits;
    }

    public void add(Visit visit) {
      visits.add(visit);
    }

    public void removeOldest() {
      Iterator<Visit> all = visits.iterator();
      all.next();
      all.remove();
    }

    public long walk() {
      long sum = 0;
      for (Visit visit : visits) sum += visit.number;
      return sum;
    }
  }

  static final class InMap implements Holder {
    private final Map<Integer, Visit> visits;
    private int oldest = -1;

    InMap(Map<Integer, Visit> visits) {
      this.visits = visits;
    }

    public void add(Visit visit) {
      if (visits.isEmpty()) oldest = visit.number;
      visits.put(visit.number, visit);
    }

    public void removeOldest() {
      while (visits.remove(oldest++) == null) {}
    }

    public long walk() {
      long sum = 0;
      for (Visit visit : visits.values()) sum += visit.number;
      return sum;
    }
  }

  static final class InArray implements Holder {
    private Visit[] visits = new Visit[4];
    private int size;

    public void add(Visit visit) {
      if (size == visits.length) visits = Arrays.copyOf(visits, 2 * size);
      visits[size++] = visit;
    }

    public void removeOldest() {
      System.arraycopy(visits, 1, visits, 0, size - 1);
      visits[--size] = null;
    }

    public long walk() {
      long sum = 0;
      for (int i = 0; i < size; i++) sum += visits[i].number;
      return sum;
    }
  }

  static final class InText implements Holder {
    private final StringBuilder lines = new StringBuilder();

    public void add(Visit visit) {
      lines.append("visit number ").append(1_000_000_000 + visit.number).append(" of a page of the shop\n");
    }

    public void removeOldest() {
      lines.delete(0, 46);
    }

    public long walk() {
      return lines.length() + lines.charAt(lines.length() / 2);
    }
  }

  static final class InNumbers implements Holder {
    private long[] numbers = new long[5];
    private int size;

    public void add(Visit visit) {
      if (size == numbers.length) numbers = Arrays.copyOf(numbers, 2 * size);
      for (int i = 0; i < 5; i++) numbers[size++] = 1 + visit.number;
    }

    public void removeOldest() {
      System.arraycopy(numbers, 5, numbers, 0, size - 5);
      Arrays.fill(numbers, size -= 5, size + 5, 0);
    }

    public long walk() {
      long sum = 0;
      for (int i = 0; i < size; i++) sum += numbers[i];
      return sum;
    }
  }

  static final class Link {
    final Visit visit;
    Link next;

    Link(Visit visit) {
      this.visit = visit;
    }
  }

  static final class InChain implements Holder {
    private Link oldest;
    private Link latest;

    public void add(Visit visit) {
      Link link = new Link(visit);
      if (oldest == null) oldest = link;
      else latest.next = link;
      latest = link;
    }

    public void removeOldest() {
      oldest = oldest.next;
    }

    public long walk() {
      long sum = 0;
      for (Link link = oldest; link != null; link = link.next) sum += link.visit.number;
      return sum;
    }
  }

  /** What the loaders loaded stays with them: each holds a class of its own. */
  static final class Loader extends ClassLoader {
    final Class<?> own;

    Loader(byte[] code) {
      super(null);
      own = defineClass(null, code, 0, code.length);
    }
  }

  static final class InLoaders implements Holder {
    private final List<Loader> loaders = new ArrayList<>();
    private final byte[] code;

    InLoaders() {
      try (var in = HolderKinds.class.getResourceAsStream("HolderKinds$Plugin.class")) {
        code = in.readAllBytes();
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }

    public void add(Visit visit) {
      loaders.add(new Loader(code));
    }

    public void removeOldest() {
      loaders.remove(0);
    }

    public long walk() {
      long sum = 0;
      for (Loader loader : loaders) sum += loader.own.getModifiers();
      return sum;
    }
  }

  static final class Plugin {}

  private static Holder holder;
  private static byte[] work;

  private static Holder make(String kind) {
    switch (kind) {
      case "list": return new InCollection(new ArrayList<>());
      case "linked": return new InCollection(new LinkedList<>());
      case "deque": return new InCollection(new ArrayDeque<>());
      case "queue": return new InCollection(new ConcurrentLinkedQueue<>());
      case "set": return new InCollection(new LinkedHashSet<>());
      case "map": return new InMap(new HashMap<>());
      case "tree": return new InMap(new TreeMap<>());
      case "concurrent": return new InMap(new ConcurrentHashMap<>());
      case "skip": return new InMap(new ConcurrentSkipListMap<>());
      case "array": return new InArray();
      case "text": return new InText();
      case "numbers": return new InNumbers();
      case "chain": return new InChain();
      case "loaders": return new InLoaders();
      default: throw new IllegalArgumentException(kind);
    }
  }

  public static void main(String[] args) {
    String behaviour = args[1];
    int steps = Integer.parseInt(args[2]), held = 0;
    holder = make(args[0]);
    int settled = behaviour.equals("constant") ? 0 : steps / 10;
    long digest = 0;
    for (int i = 0; i < settled || behaviour.equals("constant") && i < 1000; i++) {
      if (behaviour.equals("constant")) holder.add(new Visit(i));
    }
    for (int i = 0; i < steps; i++) {
      work = new byte[4000];
      boolean adds = !behaviour.equals("constant") && (!behaviour.equals("start") || i < settled);
      if (adds) {
        holder.add(new Visit(1000 + i));
        held++;
      }
      if (behaviour.equals("bounded") && held > steps / 10) {
        holder.removeOldest();
        held--;
      }
      if (behaviour.equals("sawtooth") && held > steps / 10) {
        while (held > 0) {
          holder.removeOldest();
          held--;
        }
      }
      if (i % 100 == 0) digest = digest * 31 + holder.walk();
    }
    System.out.println("digest " + digest);
  }
}
