package org.gpchain.core.features;

/**
 * A feature template that cannot be understood. The message says which line it is and how to fix
 * it.
 */
public final class TemplateException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int line;

  TemplateException(int line, String problem, String cure) {
    super("line " + line + ": " + problem + "; " + cure);
    this.line = line;
  }

  /** The line of the template file, from 1. */
  public int line() {
    return line;
  }
}
