package org.gpchain.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Writes model files. */
final class ModelFiles {
  private ModelFiles() {}

  /**
   * Checks that a file can be written, before the work rather than after it.
   *
   * @param command what it was called with
   * @throws InputException if it cannot, or if another option names it, but for an update
   */
  static void checkTarget(Path target, ParseResult command) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    if (Files.isDirectory(target)) {
      throw new InputException(target, "this is a directory", "name a file in it");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new InputException(target, "this is not a regular file", "name another file");
    }
    for (OptionSpec option : command.matchedOptions()) {
      Object given = option.getValue();
      boolean isOther = given != target && !option.longestName().equals("--update");
      for (Object value : given instanceof Collection<?> all ? all : Collections.singleton(given)) {
        if (isOther && value instanceof Path other && isSame(other, target)) {
          throw new InputException(
              target,
              "this is the file of " + option.longestName() + ", which would be replaced",
              "name another file");
        }
      }
    }
    if (!Files.isDirectory(directory)) {
      throw new InputException(
          target,
          Files.exists(directory)
              ? directory + " is not a directory"
              : "there is no directory " + directory,
          "create the directory, or name a file in another one");
    }
    try {
      AtomicFile.checkWritable(directory);
    } catch (FileSystemException e) {
      throw new InputException(
          target,
          "cannot write to the directory %s: %s; check its permissions, or name a file in another"
                  .formatted(directory, Failures.reason(e))
              + " one",
          e);
    }
  }

  private static boolean isSame(Path file, Path other) throws IOException {
    return Files.exists(file) && Files.exists(other) && Files.isSameFile(file, other);
  }

  static void save(Model model, Path target) throws IOException {
    AtomicFile.write(target, out -> ModelWriter.write(model, out));
  }
}
