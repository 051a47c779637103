package org.gpchain.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.corpora.InputException;
import org.gpchain.training.io.AtomicFile;

/** Writes model files. */
final class ModelFiles {
  private ModelFiles() {}

  /**
   * Checks that a file can be written, before the work rather than after it.
   *
   * @throws InputException if it cannot
   */
  static void checkTarget(Path target) throws IOException {
    Path directory = target.toAbsolutePath().getParent();
    if (Files.isDirectory(target)) {
      throw new InputException(target, "this is a directory", "name a file in it");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new InputException(target, "this is not a regular file", "name another file");
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

  static void save(Model model, Path target) throws IOException {
    AtomicFile.write(target, out -> ModelWriter.write(model, out));
  }
}
