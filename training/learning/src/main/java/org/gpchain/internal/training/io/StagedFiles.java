package org.gpchain.internal.training.io;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.commons.io.output.ProxyOutputStream;
import org.gpchain.internal.core.math.Parallel;

/**
 * A group of files that are written to a temporary directory next to their targets and moved to the
 * targets together once they are on disk. Each target is written completely or not at all, even if
 * the process is killed or the power fails. Closing this object deletes uncommitted files.
 *
 * <p>Forcing a file to disk takes a few milliseconds. The files of a group are forced in parallel.
 */
public final class StagedFiles implements Closeable {
  /** Number of files whose content is forced to disk at the same time. */
  private static final int THREADS = 32;

  /** Size of the buffer of an open file (bytes). */
  private static final int BUFFER = 1 << 15;

  private final Path folder;
  private final TemporaryDirectory staging;
  private final AtomicLong count = new AtomicLong();
  private final Set<Path> knownFolders = new HashSet<>();
  private final Queue<Move> moves = new ArrayDeque<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, Parallel.daemons("gpchain-force"));

  /**
   * A file to be moved to its target.
   *
   * @param keepsPermissions whether the file takes over the permissions of an existing target
   */
  private record Move(Path staged, Path target, boolean keepsPermissions) {}

  /**
   * Creates a staging area in a folder. Deletes temporary files of killed processes in the folder.
   *
   * @param folder folder that contains all targets, directly or in subfolders; created if missing
   */
  public StagedFiles(Path folder) throws IOException {
    AtomicFile.makeDirectory(folder);
    this.folder = folder;
    this.staging = TemporaryDirectory.in(folder);
  }

  /** Returns the path of a new staged file. May be called by any thread. */
  public Path newFile() {
    return staging.file(Long.toString(count.incrementAndGet()));
  }

  /** Opens a new file at a path from {@link #newFile}. May be called by any thread. */
  public OutputStream open(Path staged) throws IOException {
    OutputStream out =
        Files.newOutputStream(staged, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
    return new BufferedOutputStream(named(out, folder), BUFFER);
  }

  /** Writes a staged file and returns its path. May be called by any thread. */
  public Path write(byte[] content) throws IOException {
    Path staged = newFile();
    try (OutputStream out = open(staged)) {
      out.write(content);
    }
    return staged;
  }

  /** Adds a staged file to the next commit, which will replace an existing target. */
  public void add(Path staged, Path target) {
    moves.add(new Move(staged, target, false));
  }

  /** Adds a staged file that takes over the permissions of an existing target. */
  void addKeepingPermissions(Path staged, Path target) {
    moves.add(new Move(staged, target, true));
  }

  /**
   * Waits until all added files are on disk, and moves them to their targets in the order in which
   * they were added. Creates missing folders.
   *
   * @throws IOException if a file cannot be moved, or if the process is ending
   */
  public void commit() throws IOException {
    try {
      force(moves.stream().map(Move::staged).toList(), StandardOpenOption.WRITE);
      forceFolders(moveAll());
    } catch (NoSuchFileException e) {
      if (staging.wasDeletedAtExit()) {
        throw new FileSystemException(
            moves.element().target().toString(), null, "not written, since gpchain was ended");
      }
      throw e;
    }
  }

  /** Moves the added files and returns the folders of their targets. */
  private Set<Path> moveAll() throws IOException {
    Set<Path> changed = new HashSet<>();
    while (!moves.isEmpty()) {
      Move move = moves.element();
      Path parent = move.target().toAbsolutePath().getParent();
      if (knownFolders.add(parent)) {
        AtomicFile.makeDirectory(parent);
      }
      if (move.keepsPermissions()) {
        copyPermissions(move.target(), move.staged());
      }
      Files.move(move.staged(), move.target(), StandardCopyOption.ATOMIC_MOVE);
      changed.add(parent);
      moves.remove();
    }
    return changed;
  }

  private static void copyPermissions(Path old, Path replacement) {
    try {
      Files.setPosixFilePermissions(replacement, Files.getPosixFilePermissions(old));
    } catch (IOException | UnsupportedOperationException e) {
      // There is no existing target, or the file system has no permissions.
    }
  }

  /**
   * Waits until files or folders are on disk.
   *
   * @param option option for opening them
   */
  private void force(Collection<Path> files, StandardOpenOption option) throws IOException {
    List<Callable<Void>> tasks = new ArrayList<>();
    for (Path file : files) {
      tasks.add(() -> forceOne(file, option));
    }

    try {
      for (Future<Void> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException problem) {
        throw problem;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while writing", e);
    }
  }

  private static Void forceOne(Path file, StandardOpenOption option) throws IOException {
    try (FileChannel channel = FileChannel.open(file, option)) {
      channel.force(true);
    }
    return null;
  }

  private void forceFolders(Set<Path> changed) {
    try {
      force(changed, StandardOpenOption.READ);
    } catch (IOException e) {
      // Some systems cannot open folders, and force their entries to disk themselves.
    }
  }

  /** Returns a stream whose exceptions name the given file. */
  static OutputStream named(OutputStream out, Path file) {
    return new ProxyOutputStream(out) {
      @Override
      protected void handleIOException(IOException e) throws IOException {
        throw (IOException)
            new FileSystemException(file.toString(), null, e.getMessage()).initCause(e);
      }
    };
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    staging.close();
  }
}
