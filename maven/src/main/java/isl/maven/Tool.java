package isl.maven;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** The program {@code isl} out of its archive, unpacked once beside the archive in the local repository. */
final class Tool {
    private final Path isl;

    private Tool(Path isl) {
        this.isl = isl;
    }

    /** Whether the archives hold programs and agents for this machine. */
    static boolean runsHere() {
        return System.getProperty("os.name").equals("Linux") && System.getProperty("os.arch").equals("amd64");
    }

    /**
     * Unpacks {@code archive} unless it is there already. Several builds may do so at once: each unpacks into a folder
     * of its own, which takes its name when it is whole.
     */
    static Tool unpack(File archive) throws IOException {
        Path repository = archive.toPath().toAbsolutePath().getParent();
        // Of another size or time is another build of the same version.
        String build = Long.toHexString(archive.length() * 31 + archive.lastModified());
        Path tree = repository.resolve("unpacked-" + build);
        if (!Files.isExecutable(tree.resolve("bin/isl"))) {
            Path fresh = Files.createTempDirectory(repository, "unpacking-");
            StringBuilder said = new StringBuilder();
            int status = runProcess(Arrays.asList("tar", "-xzf", archive.getAbsolutePath(), "--strip-components=1", "-C",
                fresh.toString()), line -> said.append(line).append('\n'), line -> said.append(line).append('\n'));
            if (status != 0) {
                throw new IOException("tar cannot unpack " + archive + ": " + said);
            }
            try {
                Files.move(fresh, tree, StandardCopyOption.ATOMIC_MOVE);
            } catch (IOException e) {
                // Another build was first; its tree is the same.
                if (!Files.isExecutable(tree.resolve("bin/isl"))) {
                    throw e;
                }
            }
        }
        return new Tool(tree.resolve("bin/isl"));
    }

    /** Runs {@code isl} with {@code words}; returns its exit status. */
    int run(List<String> words, Consumer<String> out, Consumer<String> err) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(isl.toString());
        command.addAll(words);
        return runProcess(command, out, err);
    }

    private static int runProcess(List<String> command, Consumer<String> out, Consumer<String> err)
        throws IOException {
        Process process = new ProcessBuilder(command).redirectInput(new File("/dev/null")).start();
        Thread reader = new Thread(() -> copy(process, err));
        reader.start();
        try (BufferedReader lines = lines(process.getInputStream())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                out.accept(line);
            }
        }
        try {
            reader.join();
            return process.waitFor();
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while " + command.get(0) + " ran", e);
        }
    }

    private static void copy(Process process, Consumer<String> err) {
        try (BufferedReader lines = lines(process.getErrorStream())) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                err.accept(line);
            }
        } catch (IOException e) {
            err.accept("what isl says cannot be read: " + e.getMessage());
        }
    }

    private static BufferedReader lines(InputStream stream) {
        return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }
}
