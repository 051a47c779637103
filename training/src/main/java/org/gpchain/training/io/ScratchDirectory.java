package org.gpchain.training.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A directory for intermediate results, where the system keeps such ({@code java.io.tmpdir}). It
 * disappears with all files in it when it is closed, when the process ends, or, if that was killed,
 * when the next one makes a scratch directory.
 */
public final class ScratchDirectory implements Closeable {
  private final Temporary directory;

  private ScratchDirectory(Temporary directory) {
    this.directory = directory;
  }

  /** Makes an empty directory, which only the user may read. */
  public static ScratchDirectory make() throws IOException {
    return new ScratchDirectory(Temporary.directory(Path.of(System.getProperty("java.io.tmpdir"))));
  }

  /** The path of a file in it, which need not exist. */
  public Path file(String name) {
    return directory.path().resolve(name);
  }

  @Override
  public void close() throws IOException {
    directory.close();
  }
}
