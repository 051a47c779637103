package org.gpchain.cli.console;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.gpchain.corpora.InputException;
import org.gpchain.training.data.LibraryVersion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command: the options that all have, and the ways in which it speaks to its user. */
@Command(sortOptions = false, versionProvider = ConsoleCommand.Version.class)
public abstract class ConsoleCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

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

  /** The command line that a command belongs to. */
  public interface Root {
    /** Whether the user wants results, warnings and errors only. */
    boolean isQuiet();

    /** Whether a person watches standard error. */
    boolean isInteractive();
  }

  /** The version that is also written into models. */
  public static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"gpchain " + LibraryVersion.get()};
    }
  }

  protected final Root root() {
    return (Root) spec.root().userObject();
  }

  protected final CommandLine commandLine() {
    return spec.commandLine();
  }

  protected final ProgressDisplay progress() {
    return ProgressDisplay.of(root(), err());
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
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
    return root().isQuiet() ? new PrintWriter(Writer.nullWriter()) : writer;
  }

  protected final void print(String result) {
    out().print(result);
    out().flush();
  }

  protected final void warn(String warning) {
    err().println("gpchain: warning: " + InputException.oneLine(warning));
  }

  protected final ParameterException wrongUse(String message) {
    return new ParameterException(spec.commandLine(), message);
  }

  /** Wrong use of the command, of which a check of arguments has heard. */
  protected final ParameterException wrongUse(Throwable refusal) {
    return new ParameterException(spec.commandLine(), refusal.getMessage(), refusal);
  }

  protected final void checkAtLeast(String option, long value, long least) {
    if (value < least) {
      throw wrongUse(option + " must be at least " + least + ", was " + value);
    }
  }
}
