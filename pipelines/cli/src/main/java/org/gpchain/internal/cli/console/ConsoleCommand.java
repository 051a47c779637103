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

/** A command: the options that all have, and the ways in which it speaks to its user. */
@Command(
    sortOptions = false,
    addMethodSubcommands = false, // there are none, and to look for them takes a short run long
    versionProvider = ConsoleCommand.Version.class)
public abstract class ConsoleCommand extends CommandPart implements Callable<Integer> {
  @Spec private CommandSpec self;

  @Option(
      names = {"-h", "--help", "--help-all"},
      usageHelp = true,
      description = "Show this help; --help-all: with all options, by subject.")
  @SuppressWarnings("UnusedVariable") // picocli heeds it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  @SuppressWarnings("UnusedVariable") // picocli heeds it
  private boolean version;

  /** The version that is also written into models. */
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

  /** Whether a person watches standard error, as the root of the command line knows. */
  protected boolean isInteractive() {
    return ((ConsoleCommand) self.root().userObject()).isInteractive();
  }

  protected final ProgressDisplay progress() {
    return new ProgressDisplay(isInteractive() && !isQuiet(), remarks(), System::nanoTime);
  }

  protected final PrintWriter out() {
    return commandLine().getOut();
  }

  protected final PrintWriter err() {
    return commandLine().getErr();
  }

  /** The writer of a summary, which the user may not want. */
  protected final PrintWriter summary() {
    return unlessQuiet(out());
  }

  /** Prints to the summary, with numbers as in no locale. */
  protected final void summarise(String format, Object... values) {
    summary().printf(Locale.ROOT, format, values);
  }

  /** The writer of remarks that do not belong to the result, which the user may not want. */
  protected final PrintWriter remarks() {
    return unlessQuiet(err());
  }

  private PrintWriter unlessQuiet(PrintWriter writer) {
    return isQuiet() ? new PrintWriter(Writer.nullWriter()) : writer;
  }

  protected final void print(String result) {
    out().print(result);
    out().flush();
  }
}
