package org.gpchain.internal.formats.cas;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.uima.I18nExceptionI;

/** Messages of the causes of UIMA's exceptions, whose own messages often say nothing. */
public final class Causes {
  /** What UIMA says if it has no message for a key. */
  private static final String NOT_FOUND = "MESSAGE LOCALIZATION FAILED";

  private Causes() {}

  /** Returns the message of the innermost cause that has one. */
  public static String message(Throwable problem) {
    String message = problem.toString();
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        message = ownWords(cause);
      }
    }
    return message.lines().findFirst().orElse(message);
  }

  /** Some components give a sentence in place of the key of a message, which UIMA does not find. */
  private static String ownWords(Throwable cause) {
    String message = cause.getMessage();
    boolean isFound = !message.startsWith(NOT_FOUND);
    if (isFound || !(cause instanceof I18nExceptionI told)) {
      return message;
    }
    String arguments =
        told.getArguments() == null
            ? ""
            : Stream.of(told.getArguments()).map(String::valueOf).collect(Collectors.joining(", "));
    return arguments.isEmpty()
        ? told.getMessageKey()
        : told.getMessageKey().replace('_', ' ') + ": " + arguments;
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
