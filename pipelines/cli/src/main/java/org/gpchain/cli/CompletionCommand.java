package org.gpchain.cli;

import java.util.Locale;
import org.gpchain.cli.console.ConsoleCommand;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;

/** {@code gpchain completion}: what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    description = "Prints a script that lets a shell complete commands, options and their values.",
    footer = {
      "",
      "bash: source <(gpchain completion bash), for example in ~/.bashrc",
      "zsh: source <(gpchain completion zsh), in ~/.zshrc after compinit"
    })
final class CompletionCommand extends ConsoleCommand {
  enum Shell {
    BASH,
    ZSH;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  @SuppressWarnings("UnusedVariable") // one script serves both shells; others are refused
  private Shell shell;

  @Override
  public Integer call() {
    // zsh runs it by its emulation of bash's completion.
    print(script());
    return 0;
  }

  /** The script; picocli numbers its variables with the digits of the default locale. */
  private String script() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    try {
      Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
      CommandSpec root = commandLine().getCommandSpec().root();
      return AutoComplete.bash(root.name(), root.commandLine());
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
