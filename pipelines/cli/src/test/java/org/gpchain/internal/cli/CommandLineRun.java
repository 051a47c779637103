package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/**
 * The result of a command that was run inside this process.
 *
 * @param exitCode exit code of the command
 * @param out standard output of the command
 * @param err standard error of the command
 */
public record CommandLineRun(int exitCode, String out, String err) {
  /** Runs a command, given in the notation of {@link #words}. */
  static CommandLineRun line(Object... parts) {
    return of(words(parts));
  }

  /**
   * Returns arguments as a list of words. Strings are split at blanks, and {@code {}} in a string
   * is replaced by the following part.
   *
   * @param parts strings, paths, numbers, and arrays and lists of these
   * @return a new list
   */
  static List<String> words(Object... parts) {
    List<String> words = new ArrayList<>();
    Iterator<Object> remaining = flat(parts).iterator();
    while (remaining.hasNext()) {
      Object part = remaining.next();
      if (part instanceof String text) {
        for (String word : text.split(" ", -1)) {
          words.add(word.contains("{}") ? word.replace("{}", remaining.next().toString()) : word);
        }
      } else {
        words.add(part.toString());
      }
    }
    return words;
  }

  /** Runs a command. Each string is one argument, even with blanks. */
  public static CommandLineRun of(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = flat(args).map(Object::toString).toArray(String[]::new);
    CommandLine commandLine =
        Main.commandLine(false, words)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    int exitCode = Main.run(commandLine, words);
    return new CommandLineRun(exitCode, out.toString(), err.toString());
  }

  private static Stream<Object> flat(Object part) {
    if (part instanceof Object[] parts) {
      return Arrays.stream(parts).flatMap(CommandLineRun::flat);
    }
    if (part instanceof Collection<?> parts) {
      return parts.stream().flatMap(CommandLineRun::flat);
    }
    return Stream.of(part);
  }

  /** Checks that the command succeeded. */
  public CommandLineRun succeeds() {
    assertThat(exitCode).as(err).isZero();
    return this;
  }

  /** Checks the exit code, and that standard error contains all messages. */
  public CommandLineRun fails(int code, String... messages) {
    assertThat(exitCode).as(err).isEqualTo(code);
    List.of(messages).forEach(message -> assertThat(err).contains(message));
    return this;
  }

  /** Checks that the command succeeded, or failed with short messages and no stack trace. */
  public void succeedsOrExplainsItself() {
    assertThat(exitCode).isBetween(0, 2);
    // For a missing class, the message of Java may be shown.
    assertThat(err.replace("java.lang.ClassNotFoundException", ""))
        .doesNotContain("should not have happened", "\tat ", "Exception", "Cannot invoke");
    assertThat(err.chars()).noneMatch(c -> Character.isISOControl(c) && c != '\n');
    if (exitCode > 0) {
      assertThat(err.lines()).allMatch(line -> line.length() < 2_200);
      assertThat(err).startsWith("gpchain: ");
    }
  }

  /** Checks that the command failed with one line, which starts with a place and gives advice. */
  void failsAt(Object place, String... messages) {
    fails(1, messages);
    assertThat(err).startsWith("gpchain: " + place + ": ").contains("; ").hasLineCount(1);
    assertThat(out).isEmpty();
  }

  /** Checks that the command succeeded and printed nothing. */
  void isSilent() {
    assertThat(succeeds().out + err).isEmpty();
  }

  /** Returns a number in the JSON object that the command printed. */
  double number(String pointer) throws IOException {
    JsonNode number = json().at(pointer);
    assertThat(number.isNumber()).as(pointer).isTrue();
    return number.asDouble();
  }

  /** Returns the JSON object that the command printed. */
  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(succeeds().out);
  }
}
