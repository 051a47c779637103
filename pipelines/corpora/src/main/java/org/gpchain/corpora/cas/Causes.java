package org.gpchain.corpora.cas;

import org.apache.commons.lang3.exception.ExceptionUtils;

/** Messages of the causes of UIMA's exceptions, whose own messages often say nothing. */
public final class Causes {
  private Causes() {}

  /** Returns the message of the innermost cause that has one. */
  public static String message(Throwable problem) {
    String message = problem.toString();
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        message = cause.getMessage();
      }
    }
    return message.lines().findFirst().orElse(message);
  }

  /**
   * Returns the fault of a file that UIMA could not read. Its readers also fail with exceptions of
   * Java's own, such as an index that is out of bounds, whose messages mean nothing to a user.
   */
  public static String damage(Throwable problem) {
    Throwable innermost = ExceptionUtils.getRootCause(problem);
    if (innermost instanceof OutOfMemoryError) {
      return "it needs more memory than Java may use, which is "
          + (Runtime.getRuntime().maxMemory() >> 20)
          + " MB (GPCHAIN_JAVA_OPTS=-Xmx8g allows more), or is damaged";
    }
    if (innermost instanceof NumberFormatException) {
      return "a number is missing or malformed: " + message(innermost);
    }
    boolean ofJava = innermost.getClass().getName().startsWith("java.lang.");
    return ofJava
        ? "it is damaged (" + innermost.getClass().getSimpleName() + ")"
        : message(problem);
  }
}
