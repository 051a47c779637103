package org.gpchain.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
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
  /** Runs a command; texts are written as on a line, with blanks between the arguments. */
  static CommandLineRun line(Object... parts) {
    return of(
        Arrays.stream(parts)
            .flatMap(
                part ->
                    part instanceof String text
                        ? Arrays.stream(text.split(" ", -1))
                        : Stream.of(part))
            .toArray());
  }

  /** Runs a command. */
  public static CommandLineRun of(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine commandLine =
        Main.commandLine(false)
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    String[] words = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      words[i] = args[i].toString();
    }
    int exitCode = Main.run(commandLine, words);
    return new CommandLineRun(exitCode, out.toString(), err.toString());
  }
}
