package isl.maven;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.apache.maven.plugin.MojoExecutionException;

/** Puts the agent's option in front of the property that Surefire and Failsafe start their JVMs with. */
public final class PrepareAgentMojo extends IslMojo {
    private List<String> specs;
    private List<String> maxVso;
    private List<String> agentOptions;
    private String check;
    private String propertyName;
    private Properties projectProperties;

    @Override
    public void execute() throws MojoExecutionException {
        if (!runs()) {
            return;
        }
        List<String> words = new ArrayList<>(Arrays.asList("prepare", "--report-dir", reportDirectory.getPath()));
        add(words, "--spec", specs);
        add(words, "--max-vso", maxVso);
        add(words, "--agent", agentOptions);
        if (check != null) {
            words.addAll(Arrays.asList("--check", check));
        }
        List<String> lines = new ArrayList<>();
        int status;
        try {
            status = tool().run(words, lines::add, getLog()::error);
        } catch (IOException e) {
            throw new MojoExecutionException("isl prepare did not run: " + e.getMessage(), e);
        }
        if (status != 0 || lines.size() != 1) {
            throw new MojoExecutionException("isl prepare ended with status " + status + "; see above");
        }
        String option = lines.get(0).contains(" ") ? '"' + lines.get(0) + '"' : lines.get(0);
        String before = projectProperties.getProperty(propertyName, "");
        projectProperties.setProperty(propertyName, (option + " " + before).trim());
        getLog().info(propertyName + " set to " + projectProperties.getProperty(propertyName));
    }

    private static void add(List<String> words, String option, List<String> values) {
        if (values != null) {
            for (String value : values) {
                words.addAll(Arrays.asList(option, value.trim()));
            }
        }
    }
}
