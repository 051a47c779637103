package org.gpchain.pipelines.corpus.cas;

/** What lies behind the exceptions of UIMA, whose own messages often say nothing. */
final class Causes {
  private Causes() {}

  /** The message of the innermost cause that has one. */
  static String message(Throwable problem) {
    String message = problem.toString();
    for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
      if (cause.getMessage() != null) {
        message = cause.getMessage();
      }
    }
    return message.lines().findFirst().orElse(message);
  }
}
