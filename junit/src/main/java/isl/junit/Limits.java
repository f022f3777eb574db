package isl.junit;

import isl.Amplifier;
import isl.ScopeVerdict;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The limits of one test, by spec, and the judgement whether it keeps them. */
final class Limits {
  private static final Set<String> SAID = Collections.newSetFromMap(new ConcurrentHashMap<>());

  private final Map<String, Double> bySpec = new LinkedHashMap<>();

  /** The method's limits replace those of the class for the same spec. */
  static Limits of(AnnotatedElement testClass, AnnotatedElement method) {
    Limits limits = new Limits();
    for (AnnotatedElement element : new AnnotatedElement[] {testClass, method}) {
      MaxVso[] found = element == null ? new MaxVso[0] : element.getAnnotationsByType(MaxVso.class);
      for (MaxVso limit : found) {
        if (!(limit.value() >= 1)) {
          throw new IllegalArgumentException("@MaxVso(" + limit.value() + ") on " + element
              + ": a VSO is at least 1.0, which means that nothing is left behind");
        }
      }
      if (Arrays.stream(found).anyMatch(limit -> limit.spec().isEmpty())) {
        limits.bySpec.clear(); // it speaks of every spec
      }
      for (MaxVso limit : found) {
        limits.bySpec.put(limit.spec(), limit.value());
      }
    }
    return limits;
  }

  boolean isEmpty() {
    return bySpec.isEmpty();
  }

  /** Judges what the scope left behind; throws an AssertionError when a limit is passed. */
  void check(String scope) {
    if (isEmpty() || !Amplifier.attached()) {
      return;
    }
    if (!Amplifier.scopesOn()) {
      inconclusive(scope, "the agent does not keep tests apart; start it with scopes=on");
      return;
    }
    List<ScopeVerdict> verdicts = Amplifier.judge(scope);
    List<String> failures = new ArrayList<>();
    for (ScopeVerdict verdict : verdicts) {
      Double limit = bySpec.getOrDefault(verdict.spec(), bySpec.get(""));
      if (limit == null) {
        continue;
      }
      if (!verdict.inconclusive().isEmpty()) {
        inconclusive(scope, "spec " + verdict.spec() + ": " + verdict.inconclusive());
      } else if (verdict.vso() > limit) {
        failures.add(describe(scope, verdict, limit));
      }
    }
    for (String spec : bySpec.keySet()) {
      if (!spec.isEmpty() && verdicts.stream().noneMatch(v -> v.spec().equals(spec))) {
        inconclusive(scope, "the agent has no spec " + spec);
      }
    }
    if (!failures.isEmpty()) {
      throw new AssertionError(String.join("\n", failures));
    }
  }

  private static String describe(String scope, ScopeVerdict verdict, double limit) {
    return String.format(Locale.ROOT,
        "%s leaves memory behind that nobody uses: spec %s, VSO %.2f, allowed %.2f%n"
            + "  VSO = (live bytes + penalties) / live bytes; %d bytes of penalty after %d trial checks%n%s",
        scope, verdict.spec(), verdict.vso(), limit, verdict.penaltyBytes(), verdict.checks(),
        verdict.sites());
  }

  /** Once for each reason and test: a suite of a thousand tests repeats itself otherwise. */
  private static void inconclusive(String scope, String why) {
    say("@MaxVso of " + scope + " is inconclusive: " + why);
  }

  static void say(String text) {
    if (SAID.add(text)) {
      System.err.println("isl: " + text);
    }
  }
}
