package isl.maven;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;

/** Says what the tests' JVMs found, and fails the build where a limit was passed or too little was seen. */
public final class VerifyMojo extends IslMojo {
    private File baseline;
    private boolean strict;
    private boolean haltOnFailure;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        if (!runs()) {
            return;
        }
        if (!new File(reportDirectory, "jvms").isDirectory()) {
            getLog().info("isl:prepare-agent did not run: nothing to verify");
            return;
        }
        List<String> words = new ArrayList<>();
        words.add("verify");
        if (strict) {
            words.add("--strict");
        }
        if (baseline != null) {
            words.add("--baseline");
            words.add(baseline.getPath());
        }
        words.add(reportDirectory.getPath());
        boolean[] failed = new boolean[1];
        int status;
        try {
            status = tool().run(words, getLog()::info, line -> {
                if (line.contains("FAIL")) {
                    failed[0] = true;
                    getLog().error(line);
                } else {
                    getLog().info(line);
                }
            });
        } catch (IOException e) {
            throw new MojoExecutionException("isl verify did not run: " + e.getMessage(), e);
        }
        String report = new File(reportDirectory, "report.html").getPath();
        String what = failed[0] ? "a limit was passed" : "too little was seen to tell";
        if (status == 1 && haltOnFailure) {
            throw new MojoFailureException("isl: " + what + ", see " + report);
        } else if (status == 1) {
            getLog().warn("isl: " + what + ", see " + report);
        } else if (status != 0) {
            throw new MojoExecutionException("isl verify ended with status " + status + "; see above");
        }
    }
}
