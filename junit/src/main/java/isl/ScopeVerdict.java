package isl;

/** What one spec says about the objects that a scope left behind; see {@link Amplifier#judge}. */
public final class ScopeVerdict {
  static final int FACTS = 6;

  private final String spec;
  private final double vso;
  private final int checks;
  private final long penaltyBytes;
  private final String inconclusive;
  private final String sites;

  ScopeVerdict(String[] facts, int at) {
    spec = facts[at];
    vso = Double.parseDouble(facts[at + 1]);
    checks = Integer.parseInt(facts[at + 2]);
    penaltyBytes = Long.parseLong(facts[at + 3]);
    inconclusive = facts[at + 4];
    sites = facts[at + 5];
  }

  /** Name of the spec. */
  public String spec() {
    return spec;
  }

  /** Virtual space overhead of the scope's objects alone, at the last trial check. */
  public double vso() {
    return vso;
  }

  /** Number of trial checks: twice the spec's history, unless {@link #inconclusive} says otherwise. */
  public int checks() {
    return checks;
  }

  /** Bytes of penalty of the scope's objects at the last trial check. */
  public long penaltyBytes() {
    return penaltyBytes;
  }

  /** Why there is no verdict, or empty when there is one. */
  public String inconclusive() {
    return inconclusive;
  }

  /** The scope's worst allocation sites with their reference paths, as lines of text, or empty. */
  public String sites() {
    return sites;
  }
}
