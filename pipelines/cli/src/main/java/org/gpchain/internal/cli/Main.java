package org.gpchain.internal.cli;

import static picocli.CommandLine.Help.Ansi.AUTO;
import static picocli.CommandLine.Help.Ansi.OFF;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import org.gpchain.internal.cli.console.ConsoleCommand;
import org.gpchain.internal.cli.console.LineClearing;
import org.gpchain.internal.cli.words.NamesCommand;
import org.gpchain.internal.cli.words.WordsCommand;
import org.gpchain.internal.corpora.InputFiles;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code gpchain}. Exit codes: 0 for success, 1 for failure, 2 for wrong use. */
@Command(
    name = "gpchain",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Learns chunks, base noun phrases, named entities and other labels of tokens from annotated"
          + " text, and writes them with calibrated probabilities into documents.",
      "Start with: gpchain quickstart"
    },
    footer = {
      "",
      "gpchain help COMMAND explains a command, like gpchain COMMAND --help.",
      "Exit code: 0 success; 1 failure, such as a bad file; 2 wrong usage.",
      "Memory: GPCHAIN_JAVA_OPTS=-Xmx8g gpchain …"
    })
public final class Main extends ConsoleCommand {
  private static final String OUT = "/proc/self/fd/1";
  private static final String ERR = "/proc/self/fd/2";

  private static final List<Class<? extends ConsoleCommand>> SUBCOMMANDS =
      List.of(
          QuickstartCommand.class,
          TrainCommand.class,
          EvaluateCommand.class,
          CompareCommand.class,
          CheckCommand.class,
          CrossvalCommand.class,
          InspectCommand.class,
          PackageCommand.class,
          TagCommand.class,
          WeakCommand.class,
          AnnotateCommand.class,
          SelectCommand.class,
          ServeCommand.class,
          WordsCommand.class,
          NamesCommand.class);

  /** Minimum width of help pages (columns), a limit of picocli. */
  private static final int LEAST_COLUMNS = 55;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Show the stack trace of a failure.")
  boolean debug;

  @Option(
      names = {"-q", "--quiet"},
      scope = ScopeType.INHERIT,
      description = "Print results, warnings and errors only: no progress, no notes, no summary.")
  @SuppressWarnings("UnusedVariable") // commands read it from the root of the command line
  private boolean quiet;

  private final boolean interactive;

  private Main(boolean interactive) {
    this.interactive = interactive;
  }

  /** Runs a command and exits the process with its exit code. */
  public static void main(String[] args) {
    // Diagrams are written to files, so no window system is needed.
    System.setProperty("java.awt.headless", "true");
    // Picocli's completion script contains numbers, which must not depend on the locale.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);

    boolean interactive = isTerminal(ERR);
    CommandLine commandLine = commandLine(interactive, args);
    layOut(commandLine, isTerminal(OUT), System.getenv("COLUMNS"));
    commandLine.setOut(new PrintWriter(utf8(FileDescriptor.out), true));
    Writer err = utf8(FileDescriptor.err);
    commandLine.setErr(new PrintWriter(interactive ? new LineClearing(err) : err, true));

    PrintWriter errors = commandLine.getErr();
    Thread onSignal =
        new Thread(() -> errors.println("gpchain: stopped by a signal"), "gpchain-signal");
    Runtime.getRuntime().addShutdownHook(onSignal);

    int exitCode = run(commandLine, args);
    commandLine.getOut().flush();
    errors.flush();
    try {
      Runtime.getRuntime().removeShutdownHook(onSignal);
    } catch (IllegalStateException e) {
      // A signal has ended the process, and the hook reports it.
    }
    // Threads of libraries may otherwise keep the process alive.
    System.exit(exitCode);
  }

  /**
   * Returns a command line that is ready for execution. By default, it writes to the standard
   * streams.
   *
   * @param interactive whether a person watches standard error
   * @param args arguments that will be executed, if known. If the first one is a command, only this
   *     command is added, because preparing all commands takes longer than everything else.
   */
  static CommandLine commandLine(boolean interactive, String... args) {
    Failures failures = new Failures();
    CommandLine commandLine = new CommandLine(new Main(interactive));
    for (Class<?> command : SUBCOMMANDS) {
      if (args.length > 0 && args[0].equals(command.getAnnotation(Command.class).name())) {
        commandLine.addSubcommand(command);
      }
    }
    if (commandLine.getSubcommands().isEmpty()) {
      for (Class<?> command : SUBCOMMANDS) {
        commandLine.addSubcommand(command);
      }
      CommandLine completion = new CommandLine(AutoComplete.GenerateCompletion.class);
      completion.getCommandSpec().name("completion").versionProvider(new Version());
      commandLine.addSubcommand(HelpCommand.class).addSubcommand(completion);
      for (Subcommand command : ServiceLoader.load(Subcommand.class)) {
        commandLine.addSubcommand(command);
      }
    }

    OptionConventions.applyTo(commandLine);
    HelpPages.addTo(commandLine);
    return commandLine
        .setCaseInsensitiveEnumValuesAllowed(true)
        // Otherwise, a misspelled -model would be the option -m with the value 'odel'.
        .setPosixClusteredShortOptionsAllowed(false)
        // Unlike picocli's converter, this one preserves the cause of a failure.
        .registerConverter(Path.class, new PathConverter())
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }

  /**
   * Converts paths. This is a class instead of a lambda, and {@link #commandLine} has loops instead
   * of streams, because lambdas that use picocli's classes prevent the JVM from sharing these
   * classes between processes (class data sharing), which makes the start slower.
   */
  private static final class PathConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String path) {
      return Path.of(path);
    }
  }

  /**
   * Sets the width and the colors of help pages.
   *
   * @param terminal whether standard output is a terminal; otherwise, help has no colors
   * @param columns value of the variable {@code COLUMNS}, which overrides the width of the
   *     terminal; null if it is not set
   */
  static void layOut(CommandLine commandLine, boolean terminal, String columns) {
    commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(terminal ? AUTO : OFF));
    if (columns != null && columns.matches("\\d{1,4}")) {
      commandLine.setUsageHelpWidth(Math.max(LEAST_COLUMNS, Integer.parseInt(columns)));
    } else {
      commandLine.setUsageHelpAutoWidth(terminal);
    }
  }

  /** Returns the name of the program for messages, which the launcher script sets. */
  static String command() {
    return System.getProperty("gpchain.command", "gpchain");
  }

  /**
   * Runs a command and checks that its output could be written, because print writers do not throw
   * exceptions.
   *
   * @return the exit code
   */
  static int run(CommandLine commandLine, String... args) {
    int exitCode = execute(commandLine, args);
    if (exitCode == 0 && commandLine.getOut().checkError()) {
      return Failures.report(InputFiles.outputFailure("write to a file"), commandLine);
    }
    return exitCode;
  }

  /**
   * Runs a command. Picocli does not catch errors such as a lack of memory, so this method does.
   */
  private static int execute(CommandLine commandLine, String... args) {
    try {
      checkCharset();
      if (args.length == 3 && args[0].equals("help")) {
        CommandLine parent = commandLine.getSubcommands().get(args[1]);
        if (parent != null && parent.getSubcommands().containsKey(args[2])) {
          // Picocli's help command does not support subcommands of subcommands.
          return commandLine.execute(args[1], args[2], "--help");
        }
      }
      return commandLine.execute(args);
    } catch (Error | IOException e) {
      return Failures.report(e, commandLine);
    }
  }

  /** Checks that the default charset is compatible with ASCII, as libraries require. */
  private static void checkCharset() throws IOException {
    Charset charset = Charset.defaultCharset();
    if (!"a".equals(new String("a".getBytes(charset), StandardCharsets.US_ASCII))) {
      throw new IOException(
          "Java runs with -Dfile.encoding="
              + charset
              + ", which is not compatible with ASCII; remove it, or use UTF-8");
    }
  }

  /**
   * Returns whether an output stream is a terminal. Linux can tell this exactly. On other systems,
   * Java 17 can only tell whether both standard input and output are terminals.
   */
  @SuppressWarnings("SystemConsoleNull") // since Java 22, System.console() is never null
  private static boolean isTerminal(String stream) {
    if (!Files.exists(Path.of(stream))) {
      return System.console() != null;
    }
    try {
      return Files.readSymbolicLink(Path.of(stream)).startsWith("/dev/pts");
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns a writer in UTF-8. The locale is ignored, because JSON must be UTF-8. */
  private static Writer utf8(FileDescriptor stream) {
    return new OutputStreamWriter(new FileOutputStream(stream), StandardCharsets.UTF_8);
  }

  @Override
  protected boolean isInteractive() {
    return interactive;
  }

  @Override
  public Integer call() {
    throw wrongUse("a command is missing");
  }
}
