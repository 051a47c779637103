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
 * Runs a peer in a Java virtual machine of its own, with one thread for everything.
 *
 * @param heap largest heap as {@code -Xmx} has it, such as {@code 4g}
 * @param jar put on its class path; null for none
 */
record PeerProcess(Path directory, String heap, Path jar) {
  private static final int LINES_AT_THE_END = 12;

  /** How Java writes what has ended a process. */
  private static final Pattern CAUSE =
      Pattern.compile("(?:Exception in thread \"[^\"]*\"|Caused by:|Terminating due to) (.+)");

  /** The process of a peer has failed. The message has its exit code and the end of its output. */
  static final class Failure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String reason;

    /**
     * A failure.
     *
     * @param exitCode of its process
     */
    Failure(PeerName peer, int exitCode, List<String> output) {
      super(
          peer
              + " failed with exit code "
              + exitCode
              + ":\n"
              + String.join(
                  "\n",
                  output.subList(Math.max(0, output.size() - LINES_AT_THE_END), output.size())));
      this.reason =
          output.stream()
              .map(CAUSE::matcher)
              .filter(Matcher::matches)
              .map(line -> line.group(1))
              .reduce("exit code " + exitCode, (outer, inner) -> inner);
    }

    /** The innermost exception in a line, such as an OutOfMemoryError; else the exit code. */
    String reason() {
      return reason;
    }
  }

  /**
   * Does a job.
   *
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
    String classes = System.getProperty("java.class.path");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + heap,
            "-XX:ActiveProcessorCount=1",
            "-XX:+UseSerialGC",
            // Without it a process may live on after a thread of a library has died.
            "-XX:+ExitOnOutOfMemoryError",
            // CRFsuite's native library is unpacked there, and defined in the system class loader.
            "-Djava.io.tmpdir=" + directory,
            "--add-opens",
            "java.base/java.lang=ALL-UNNAMED",
            "-cp",
            jar == null ? classes : classes + File.pathSeparator + jar,
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
