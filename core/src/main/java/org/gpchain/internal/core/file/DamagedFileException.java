package org.gpchain.internal.core.file;

import org.gpchain.core.text.Numbers;

/**
 * A problem found in the content of a file while the file is read. The reader of the file turns it
 * into an exception that also names the kind of file.
 */
public final class DamagedFileException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private DamagedFileException(String problem) {
    super(problem);
  }

  /**
   * Returns an exception to be thrown.
   *
   * @param problem format of the message
   * @param parts arguments of the format
   */
  public static DamagedFileException damage(String problem, Object... parts) {
    return new DamagedFileException(Numbers.format(problem, parts));
  }

  /**
   * Throws an exception unless a condition holds.
   *
   * @param isSound the condition
   * @param problem format of the message
   * @param parts arguments of the format
   */
  public static void check(boolean isSound, String problem, Object... parts) {
    if (!isSound) {
      throw damage(problem, parts);
    }
  }
}
