package org.gpchain.training.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

/** An output whose failures name the file, as those of opening one do. */
final class NamedOutput extends OutputStream {
  private final OutputStream out;
  private final Path file;

  NamedOutput(OutputStream out, Path file) {
    this.out = out;
    this.file = file;
  }

  @Override
  public void write(int b) throws IOException {
    named(() -> out.write(b));
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    named(() -> out.write(bytes, offset, length));
  }

  @Override
  public void flush() throws IOException {
    named(out::flush);
  }

  @Override
  public void close() throws IOException {
    named(out::close);
  }

  private interface Action {
    void run() throws IOException;
  }

  private void named(Action action) throws IOException {
    try {
      action.run();
    } catch (IOException e) {
      FileSystemException named = new FileSystemException(file.toString(), null, e.getMessage());
      named.initCause(e);
      throw named;
    }
  }
}
