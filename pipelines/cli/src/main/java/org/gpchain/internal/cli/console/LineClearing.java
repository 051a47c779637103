package org.gpchain.internal.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** Erases the line that a bar may stand in before each line that is written in its place. */
public final class LineClearing extends FilterWriter {
  /** Back to the first column, and erase from there. */
  private static final String ERASE = "\r\u001b[K";

  private boolean atStart = true;

  public LineClearing(Writer terminal) {
    super(terminal);
  }

  @Override
  public void write(int c) throws IOException {
    if (atStart) {
      out.write(ERASE);
    }
    out.write(c);
    atStart = c == '\n';
  }

  @Override
  public void write(char[] text, int offset, int length) throws IOException {
    for (int i = 0; i < length; i++) {
      write(text[offset + i]);
    }
  }

  @Override
  public void write(String text, int offset, int length) throws IOException {
    write(text.toCharArray(), offset, length);
  }
}
