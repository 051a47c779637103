package org.gpchain.training.io;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.gpchain.core.math.Parallel;

/**
 * Files that are written aside and moved to their places together, once the disk has them: each is
 * there as a whole or not at all, even if the power fails. One by one a file would wait some
 * milliseconds for the disk; many at once share the wait.
 */
public final class FileGroup implements Closeable {
  private static final int THREADS = 32;
  private static final int BUFFER = 1 << 15;

  private final Path folder;
  private final Temporary aside;
  private final AtomicLong count = new AtomicLong();
  private final Set<Path> folders = new HashSet<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(THREADS, Parallel.daemons("gpchain-force"));

  private record Move(Path aside, Path target) {}

  private final List<Move> moves = new ArrayList<>();

  /**
   * An empty group.
   *
   * @param folder of all targets; made if missing. What killed processes left in it is removed
   */
  public FileGroup(Path folder) throws IOException {
    AtomicFile.makeDirectory(folder);
    this.folder = folder;
    this.aside = Temporary.directory(folder);
  }

  /** The path of another file to be written aside, for any thread; deleted unless it is added. */
  public Path next() {
    return aside.path.resolve(Long.toString(count.incrementAndGet()));
  }

  /** Opens a file that {@link #next} has given; for any thread. */
  public OutputStream open(Path file) throws IOException {
    return new BufferedOutputStream(
        AtomicFile.named(
            Files.newOutputStream(file, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
            folder),
        BUFFER);
  }

  /** Writes a file aside; for any thread. */
  public Path write(byte[] content) throws IOException {
    Path file = next();
    try (OutputStream out = open(file)) {
      out.write(content);
    }
    return file;
  }

  /** Adds a file that was written aside; what is at its target is replaced. */
  public void add(Path written, Path target) {
    moves.add(new Move(written, target));
  }

  /** Waits for the disk, and moves all files that were added to their places. */
  public void commit() throws IOException {
    force(moves.stream().map(Move::aside).toList(), StandardOpenOption.WRITE);
    Set<Path> changed = new HashSet<>();
    for (Move move : moves) {
      Path parent = move.target().toAbsolutePath().getParent();
      if (folders.add(parent)) {
        AtomicFile.makeDirectory(parent);
      }
      changed.add(parent);
      Files.move(move.aside(), move.target(), StandardCopyOption.ATOMIC_MOVE);
    }
    moves.clear();
    forceFolders(changed);
  }

  private void force(List<Path> files, StandardOpenOption how) throws IOException {
    List<Callable<Void>> forces = new ArrayList<>();
    files.forEach(file -> forces.add(() -> forceOne(file, how)));
    try {
      for (Future<Void> one : threads.invokeAll(forces)) {
        one.get();
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

  private static Void forceOne(Path file, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(file, how)) {
      channel.force(true);
    }
    return null;
  }

  /** Some systems cannot open folders, and keep their entries by themselves. */
  private void forceFolders(Set<Path> changed) {
    try {
      force(List.copyOf(changed), StandardOpenOption.READ);
    } catch (IOException e) {
      // Nothing more can be done.
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    aside.close();
  }
}
