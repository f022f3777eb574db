package isl.maven;

import java.io.File;
import java.io.IOException;
import java.util.Map;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;

/** What both goals have: where the reports are, and the program that comes with the plugin. */
abstract class IslMojo extends AbstractMojo {
    /** Folder of the reports. */
    protected File reportDirectory;
    /** Leaves the goal out. */
    protected boolean skip;
    private Map<String, Artifact> pluginArtifacts;

    /** Whether the goal is to do anything; says why not. */
    protected final boolean runs() {
        if (skip) {
            getLog().info("isl is skipped");
        } else if (!Tool.runsHere()) {
            getLog().warn("isl has no agents for " + System.getProperty("os.name") + " on "
                + System.getProperty("os.arch") + ": the tests run without");
        }
        return !skip && Tool.runsHere();
    }

    protected final Tool tool() throws MojoExecutionException {
        Artifact archive = pluginArtifacts.get("isl:isl");
        if (archive == null || archive.getFile() == null) {
            throw new MojoExecutionException("the archive isl:isl of the plugin was not resolved");
        }
        try {
            return Tool.unpack(archive.getFile());
        } catch (IOException e) {
            throw new MojoExecutionException("isl cannot be unpacked: " + e.getMessage(), e);
        }
    }
}
