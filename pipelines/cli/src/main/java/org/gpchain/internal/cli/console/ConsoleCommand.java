package org.gpchain.internal.cli.console;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gpchain.internal.cli.options.CommandPart;
import org.gpchain.internal.training.data.LibraryVersion;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** A command of the command line, with the options and the output streams that all have. */
@Command(
    sortOptions = false,
    addMethodSubcommands = false, // no methods are subcommands, and searching for them takes time
    versionProvider = ConsoleCommand.Version.class)
public abstract class ConsoleCommand extends CommandPart implements Callable<Integer> {
  @Spec private CommandSpec self;

  @Option(
      names = {"-h", "--help", "--help-all"},
      usageHelp = true,
      description = "Show this help. --help-all also shows rarely used options.")
  @SuppressWarnings("UnusedVariable") // used by picocli
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  @SuppressWarnings("UnusedVariable") // used by picocli
  private boolean version;

  /** Provides the library version, which is also written into models. */
  public static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"gpchain " + LibraryVersion.get()};
    }
  }

  @Override
  protected final CommandSpec spec() {
    return self;
  }

  /** Returns whether a person watches standard error. The root command determines it. */
  protected boolean isInteractive() {
    return ((ConsoleCommand) self.root().userObject()).isInteractive();
  }

  /** Returns a display of progress on standard error. */
  protected final ProgressDisplay progress() {
    return new ProgressDisplay(isInteractive() && !isQuiet(), remarks(), System::nanoTime);
  }

  /** Returns the writer of results to standard output. */
  protected final PrintWriter out() {
    return commandLine().getOut();
  }

  /** Returns the writer of errors to standard error. */
  protected final PrintWriter err() {
    return commandLine().getErr();
  }

  /** Returns the writer of summaries to standard output, which is silent in quiet mode. */
  protected final PrintWriter summary() {
    return unlessQuiet(out());
  }

  /** Prints to the summary, with numbers formatted independently of the locale. */
  protected final void summarise(String format, Object... values) {
    summary().printf(Locale.ROOT, format, values);
  }

  /** Returns the writer of remarks to standard error, which is silent in quiet mode. */
  protected final PrintWriter remarks() {
    return unlessQuiet(err());
  }

  private PrintWriter unlessQuiet(PrintWriter writer) {
    return isQuiet() ? new PrintWriter(Writer.nullWriter()) : writer;
  }

  /** Prints a result to standard output. */
  protected final void print(String result) {
    out().print(result);
    out().flush();
  }
}
