package org.gpchain;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that has been run in another JVM with the class path of the tests.
 *
 * @param exitCode 0 if it succeeded
 * @param output text on standard output
 * @param messages text on standard error
 */
record JavaProgram(int exitCode, String output, String messages) {
  /**
   * Runs a program until it ends.
   *
   * @param folder working directory; receives the file {@code messages.txt}
   * @param main a main class, or a source file that has one
   */
  static JavaProgram run(Path folder, String main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(List.of(arguments));
    Path messages = folder.resolve("messages.txt");

    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(messages.toFile())
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new JavaProgram(process.waitFor(), output, Files.readString(messages));
  }
}
