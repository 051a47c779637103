package org.gpchain.experiments.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs a peer in a Java virtual machine of its own, with one thread for everything.
 *
 * @param directory for its files
 * @param heap largest heap as {@code -Xmx} has it, such as {@code 4g}
 */
record PeerProcess(Path directory, String heap) {
  /**
   * Does a job.
   *
   * @throws PeerFailure if the process ends with an exit code other than 0
   */
  PeerOutcome run(PeerJob job) throws IOException, PeerFailure {
    Path input = directory.resolve(job.peer() + ".job.json");
    Path output = directory.resolve(job.peer() + ".outcome.json");
    Path log = directory.resolve(job.peer() + ".log");
    PeerFiles.write(input, job);
    int code = await(start(List.of(input.toString(), output.toString()), log));
    if (code != 0) {
      throw new PeerFailure(job.peer(), code, Files.readAllLines(log));
    }
    return PeerFiles.read(output, PeerOutcome.class);
  }

  private Process start(List<String> arguments, Path log) throws IOException {
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
            System.getProperty("java.class.path"),
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
