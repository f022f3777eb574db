import com.puppycrawl.tools.checkstyle.Checker;
import com.puppycrawl.tools.checkstyle.ConfigurationLoader;
import com.puppycrawl.tools.checkstyle.PropertiesExpander;
import com.puppycrawl.tools.checkstyle.api.AuditEvent;
import com.puppycrawl.tools.checkstyle.api.AuditListener;
import com.puppycrawl.tools.checkstyle.api.Configuration;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Checkstyle with the checks of Sun's conventions, on a source tree. */
final class CheckstyleBench {
  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    List<File> sources;
    try (Stream<Path> files = Files.walk(Paths.get(args[1]))) {
      sources = files.filter(f -> f.toString().endsWith(".java")).sorted().map(Path::toFile)
          .collect(Collectors.toList());
    }
    Configuration configuration = ConfigurationLoader.loadConfiguration("/sun_checks.xml",
        new PropertiesExpander(new Properties()), ConfigurationLoader.IgnoredModulesOptions.OMIT);
    Findings findings = new Findings();
    for (int round = 0; round < rounds; round++) {
      Progress.at(round, rounds);
      Checker checker = new Checker();
      checker.setModuleClassLoader(Checker.class.getClassLoader());
      checker.configure(configuration);
      checker.addListener(findings);
      checker.process(sources);
      checker.destroy();
    }
    System.out.println("digest " + Long.toHexString(findings.digest));
  }

  private static final class Findings implements AuditListener {
    long digest = 17;

    @Override
    public void addError(AuditEvent event) {
      digest = digest * 31 + event.getLine() * 7L + event.getSourceName().hashCode();
    }

    @Override
    public void addException(AuditEvent event, Throwable thrown) {
      throw new IllegalStateException(event.getFileName(), thrown);
    }

    @Override
    public void auditStarted(AuditEvent event) {}

    @Override
    public void auditFinished(AuditEvent event) {}

    @Override
    public void fileStarted(AuditEvent event) {}

    @Override
    public void fileFinished(AuditEvent event) {}
  }
}
