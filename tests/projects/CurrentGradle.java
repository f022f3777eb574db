import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gradle.api.GradleException;
import org.gradle.api.Project;
import org.gradle.api.Task;
import org.gradle.api.tasks.testing.Test;
import org.gradle.testfixtures.ProjectBuilder;
import org.gradle.util.GradleVersion;

/**
 * The script plugin in a project of this Gradle: what it puts in front of a test task gives a JVM its agent, and the
 * task that judges fails on the leak and passes its repair. A fork of the test task is played by a plain JVM.
 *
 * <p>usage: CurrentGradle SCRIPT ISL_HOME FOLDER CLASSES
 */
final class CurrentGradle {
  public static void main(String[] arguments) throws Exception {
    for (String program : new String[] {"LeakingJournal", "RepairedJournal"}) {
      Project project = ProjectBuilder.builder().withProjectDir(new File(arguments[2], program)).build();
      project.getPluginManager().apply("java");
      project.apply(Map.of("from", arguments[0]));
      Object settings = project.getExtensions().getByName("isl");
      settings.getClass().getMethod("setHome", String.class).invoke(settings, arguments[1]);
      settings.getClass().getMethod("setMaxVso", List.class).invoke(settings, List.of("4"));
      Test test = (Test) project.getTasks().getByName("test");
      Task judge = project.getTasks().getByName("islTest");
      expect(test.getFinalizedBy().getDependencies(test).contains(judge), "nothing judges the tests");
      test.getActions().get(0).execute(test);
      List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-Xmx256m"));
      command.addAll(test.getJvmArgs());
      command.addAll(List.of("-cp", arguments[3], program, "20000"));
      expect(command.stream().anyMatch(word -> word.startsWith("-agentpath:")), "no agent: " + command);
      expect(new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start().waitFor() == 0, "the fork failed");
      String said = "";
      try {
        judge.getActions().get(0).execute(judge);
      } catch (GradleException e) {
        said = e.getMessage();
      }
      boolean leaks = program.equals("LeakingJournal");
      expect(leaks == said.startsWith("isl verify ended with 1"), program + ": " + said);
    }
    System.out.println("the script plugin in " + GradleVersion.current() + ": all as expected");
    System.exit(0);
  }

  private static void expect(boolean good, String what) {
    if (good) return;
    System.out.println("FAILED: " + what);
    System.exit(1);
  }
}
