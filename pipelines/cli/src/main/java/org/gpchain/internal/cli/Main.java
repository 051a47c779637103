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

/** The command {@code gpchain}. Exit codes: 0 success, 1 failure, 2 wrong use. */
@Command(
    name = "gpchain",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Learns chunks, base noun phrases, named entities and other labels of tokens from annotated"
          + " text, and writes them, with calibrated probabilities, into documents.",
      "Start with: gpchain quickstart"
    },
    footer = {
      "",
      "gpchain help COMMAND explains a command, as gpchain COMMAND --help does.",
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

  /** Picocli lays out no narrower help. */
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
  @SuppressWarnings("UnusedVariable") // every command asks its root for it
  private boolean quiet;

  private final boolean interactive;

  private Main(boolean interactive) {
    this.interactive = interactive;
  }

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] args) {
    // Plots are files: a window system is not needed.
    System.setProperty("java.awt.headless", "true");
    // Picocli's script for shells has numbers in the names of its variables.
    Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
    boolean interactive = isTerminal(ERR);
    CommandLine commandLine = commandLine(interactive, args);
    layOut(commandLine, isTerminal(OUT), System.getenv("COLUMNS"));
    commandLine.setOut(new PrintWriter(utf8(FileDescriptor.out), true));
    Writer err = utf8(FileDescriptor.err);
    commandLine.setErr(new PrintWriter(interactive ? new LineClearing(err) : err, true));
    int exitCode = run(commandLine, args);
    commandLine.getOut().flush();
    commandLine.getErr().flush();
    // Libraries may leave threads behind that would keep the process alive.
    System.exit(exitCode);
  }

  /**
   * The command line, ready to be executed; writes to the standard streams by default.
   *
   * @param interactive whether a person watches standard error
   * @param args with which it will be executed, if they are known: a command that they begin with
   *     is then the only one, since picocli would take longer for all others than for the rest
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
        // Otherwise a misspelled -model is the option -m with the value 'odel'.
        .setPosixClusteredShortOptionsAllowed(false)
        // Picocli's own converter keeps the cause to itself.
        .registerConverter(Path.class, new PathConverter())
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }

  /**
   * Converts paths. Neither this is a lambda nor those above are streams: a JVM that has linked
   * picocli for a lambda shares none of its classes.
   */
  private static final class PathConverter implements ITypeConverter<Path> {
    @Override
    public Path convert(String path) {
      return Path.of(path);
    }
  }

  /**
   * Lays out help: as wide as the variable says or else the terminal is; plain where there is none.
   *
   * @param columns null if there is no such variable
   */
  static void layOut(CommandLine commandLine, boolean terminal, String columns) {
    commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(terminal ? AUTO : OFF));
    if (columns != null && columns.matches("\\d{1,4}")) {
      commandLine.setUsageHelpWidth(Math.max(LEAST_COLUMNS, Integer.parseInt(columns)));
    } else {
      commandLine.setUsageHelpAutoWidth(terminal);
    }
  }

  /** What to type to run this program, as the launcher that ran it knows. */
  static String command() {
    return System.getProperty("gpchain.command", "gpchain");
  }

  /**
   * Runs a command. What it printed must have arrived: a print writer keeps failures to itself.
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

  /** Runs a command; picocli does not catch errors such as a lack of memory. */
  private static int execute(CommandLine commandLine, String... args) {
    try {
      checkCharset();
      CommandLine parent = commandLine.getSubcommands().get(args.length == 3 ? args[1] : "");
      boolean isOfParent = parent != null && parent.getSubcommands().containsKey(args[2]);
      // Picocli's help knows no command of a command.
      return isOfParent && args[0].equals("help")
          ? commandLine.execute(args[1], args[2], "--help")
          : commandLine.execute(args);
    } catch (Error | IOException e) {
      return Failures.report(e, commandLine);
    }
  }

  /** Libraries read their own files, which are ASCII or UTF-8, in the default charset. */
  private static void checkCharset() throws IOException {
    Charset charset = Charset.defaultCharset();
    if (!"a".equals(new String("a".getBytes(charset), StandardCharsets.US_ASCII))) {
      throw new IOException(
          "Java runs with -Dfile.encoding="
              + charset
              + ", which reads ASCII as something else; leave it out, or use UTF-8");
    }
  }

  /**
   * Whether an output is a terminal. Java 17 can tell only whether both input and output are; Linux
   * can tell exactly.
   */
  @SuppressWarnings("SystemConsoleNull") // from Java 22 on this says yes where Linux is not
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

  /** Output is UTF-8 whatever the locale, as JSON must be. */
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
