package org.gpchain.internal.formats.cas;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.lang3.exception.ExceptionUtils;
import org.apache.uima.I18nExceptionI;

/** Functions that find a useful message among the causes of an exception of UIMA. */
public final class Causes {
  /** Beginning of the message that UIMA gives if it has no message for a key. */
  private static final String NOT_FOUND = "MESSAGE LOCALIZATION FAILED";

  private Causes() {}

  /** Returns the message of the innermost cause that has one. */
  public static String message(Throwable problem) {
    String message = problem.toString();
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        message = messageOf(cause);
      }
    }
    return message.lines().findFirst().orElse(message);
  }

  /**
   * Returns the message of an exception. Some components pass a sentence instead of the key of a
   * message; UIMA finds no message for it, and the sentence is returned.
   */
  private static String messageOf(Throwable cause) {
    String message = cause.getMessage();
    boolean isLocalized = !message.startsWith(NOT_FOUND);
    if (isLocalized || !(cause instanceof I18nExceptionI unlocalized)) {
      return message;
    }

    String key = unlocalized.getMessageKey();
    Object[] arguments = unlocalized.getArguments();
    if (arguments == null) {
      return key;
    }
    String joined = Stream.of(arguments).map(String::valueOf).collect(Collectors.joining(", "));
    if (joined.isEmpty()) {
      return key;
    }
    return key.replace('_', ' ') + ": " + joined;
  }

  /**
   * Returns a description of the problem with a file that UIMA could not read. For exceptions of
   * the JDK, such as an index out of bounds, it has neither their names nor their messages, which
   * mean nothing to a user.
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
    if (innermost.getClass().getName().startsWith("java.lang.")) {
      return "it is damaged";
    }
    return message(problem);
  }
}
