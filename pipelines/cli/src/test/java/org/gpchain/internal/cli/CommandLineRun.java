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
 * A command that was run inside this process.
 *
 * @param exitCode of the command
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CommandLineRun(int exitCode, String out, String err) {
  /** Runs a command that is written as {@link #words} has it. */
  static CommandLineRun line(Object... parts) {
    return of(words(parts));
  }

  /**
   * Arguments as on a line, with blanks between them in texts.
   *
   * @param parts texts, in which {@code {}} is what comes next, paths, numbers, and arrays and
   *     lists of these
   * @return a new list
   */
  static List<String> words(Object... parts) {
    List<String> words = new ArrayList<>();
    Iterator<Object> left = flat(parts).iterator();
    while (left.hasNext()) {
      Object part = left.next();
      if (part instanceof String text) {
        for (String word : text.split(" ", -1)) {
          words.add(word.contains("{}") ? word.replace("{}", left.next().toString()) : word);
        }
      } else {
        words.add(part.toString());
      }
    }
    return words;
  }

  /** Runs a command; texts are whole arguments. */
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
    return part instanceof Collection<?> parts
        ? parts.stream().flatMap(CommandLineRun::flat)
        : Stream.of(part);
  }

  /** Checks that it succeeded. */
  public CommandLineRun succeeds() {
    assertThat(exitCode).as(err).isZero();
    return this;
  }

  /** Checks that it failed, and said why. */
  public CommandLineRun fails(int code, String... messages) {
    assertThat(exitCode).as(err).isEqualTo(code);
    List.of(messages).forEach(message -> assertThat(err).contains(message));
    return this;
  }

  /** Checks that it did its work, or said in a line what is wrong, as with any input. */
  public void endsAsAnyMay() {
    assertThat(exitCode).isBetween(0, 2);
    // That a class is missing, or another one that it needs, is said with Java's words.
    assertThat(err.replace("java.lang.ClassNotFoundException", ""))
        .doesNotContain("should not have happened", "\tat ", "Exception", "Cannot invoke");
    assertThat(err.chars()).noneMatch(c -> Character.isISOControl(c) && c != '\n');
    if (exitCode > 0) {
      assertThat(err.lines()).allMatch(line -> line.length() < 2_200);
      assertThat(err).startsWith("gpchain: ");
    }
  }

  /** Checks that it failed with one line that begins with a place, and says what to do. */
  void failsAt(Object place, String... messages) {
    fails(1, messages);
    assertThat(err).startsWith("gpchain: " + place + ": ").contains("; ").hasLineCount(1);
    assertThat(out).isEmpty();
  }

  /** Checks that it succeeded and printed nothing. */
  void isSilent() {
    assertThat(succeeds().out + err).isEmpty();
  }

  /** A number in the object that it printed. */
  double number(String pointer) throws IOException {
    JsonNode number = json().at(pointer);
    assertThat(number.isNumber()).as(pointer).isTrue();
    return number.asDouble();
  }

  /** The object that it printed. */
  JsonNode json() throws IOException {
    return new ObjectMapper().readTree(succeeds().out);
  }
}
