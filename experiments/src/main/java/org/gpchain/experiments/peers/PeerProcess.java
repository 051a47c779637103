package org.gpchain.experiments.peers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.experiments.lab.RowFile;

/**
 * Runs a peer in a separate Java process with one thread.
 *
 * @param directory folder for the files of the process
 * @param heap maximum heap size, as for {@code -Xmx}, such as {@code 4g}
 * @param jar additional JAR for the class path, or null
 */
record PeerProcess(Path directory, String heap, Path jar) {
  /** Maximum number of output lines in an error message. */
  private static final int MAX_OUTPUT_LINES = 12;

  /** Output lines in which Java reports the exception that ended a process. */
  private static final Pattern CAUSE =
      Pattern.compile("(?:Exception in thread \"[^\"]*\"|Caused by:|Terminating due to) (.+)");

  /** Failure of a peer's process. The message contains the exit code and the end of the output. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * Creates a failure.
     *
     * @param exitCode exit code of the process
     * @param output lines of output of the process
     */
    Failure(PeerName peer, int exitCode, List<String> output) {
      super(peer + " failed with exit code " + exitCode + ":\n" + end(output));

      String innermost = "exit code " + exitCode;
      for (String line : output) {
        Matcher cause = CAUSE.matcher(line);
        if (cause.matches()) {
          innermost = cause.group(1);
        }
      }
      this.reason = innermost;
    }

    private static String end(List<String> output) {
      int first = Math.max(0, output.size() - MAX_OUTPUT_LINES);
      return String.join("\n", output.subList(first, output.size()));
    }

    /** Returns the innermost exception in one line, or the exit code if there is no exception. */
    String reason() {
      return reason;
    }
  }

  /**
   * Runs a job.
   *
   * @throws IOException if a file cannot be read or written
   * @throws Failure if the process ends with an exit code other than 0
   */
  PeerOutcome run(PeerJob job) throws IOException, Failure {
    Path input = directory.resolve(job.peer() + ".job.json");
    Path output = directory.resolve(job.peer() + ".outcome.json");
    Path log = directory.resolve(job.peer() + ".log");
    RowFile.JSON.writeValue(input.toFile(), job);

    int code = await(start(List.of(input.toString(), output.toString()), log));
    if (code != 0) {
      throw new Failure(job.peer(), code, Files.readAllLines(log));
    }
    return RowFile.JSON.readValue(output.toFile(), PeerOutcome.class);
  }

  private Process start(List<String> arguments, Path log) throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    String classPath = System.getProperty("java.class.path");
    if (jar != null) {
      classPath += File.pathSeparator + jar;
    }

    ProcessBuilder builder =
        new ProcessBuilder(
            java.toString(),
            "-Xmx" + heap,
            "-XX:ActiveProcessorCount=1",
            "-XX:+UseSerialGC",
            // Without it, the process may hang after a thread of a library has died.
            "-XX:+ExitOnOutOfMemoryError",
            // CRFsuite unpacks its native library here, and uses the system class loader.
            "-Djava.io.tmpdir=" + directory,
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            classPath,
            PeerWorker.class.getName());
    builder.command().addAll(arguments);

    return builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private static int await(Process process) throws IOException {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while a peer was being trained", e);
    } finally {
      process.destroy();
    }
  }
}
