package org.gpchain.internal.cli.console;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.Writer;

/** A writer to a terminal that erases a progress bar before each line that it writes. */
public final class LineClearing extends FilterWriter {
  /** Control characters that move to the first column and erase the line. */
  private static final String ERASE = "\r\u001b[K";

  private boolean atStart = true;

  /** Creates a writer to a terminal. */
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
