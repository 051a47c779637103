package org.gpchain.cli;

import java.io.PrintWriter;
import java.util.Locale;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code gpchain completion}: what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = "Prints a script that lets a shell complete commands, options and their values.",
    footer = {
      "",
      "bash: source <(gpchain completion bash), for example in ~/.bashrc",
      "zsh: source <(gpchain completion zsh), in ~/.zshrc after compinit"
    })
final class CompletionCommand implements Runnable {
  /** Shells that are known. */
  enum Shell {
    BASH,
    ZSH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Shells by their names. */
  static final class ShellConverter implements ITypeConverter<Shell> {
    @Override
    public Shell convert(String name) {
      return LowerCaseNames.of(Shell.values(), name);
    }
  }

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SHELL",
      converter = ShellConverter.class,
      description = "${COMPLETION-CANDIDATES}.")
  @SuppressWarnings("UnusedVariable") // one script serves both shells; others are refused
  private Shell shell;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    // zsh runs it by its emulation of bash's completion.
    out.print(script());
    out.flush();
  }

  /** The script; picocli numbers its variables with the digits of the default locale. */
  private String script() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
      return AutoComplete.bash(spec.root().name(), spec.root().commandLine());
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
