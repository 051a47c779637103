package org.gpchain.internal.annotator.cas;

import java.util.Locale;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;

/**
 * An exception for a document or a configuration that cannot be processed. The message says what is
 * wrong and how to fix it.
 *
 * <p>UIMA looks the messages of its exceptions up in resource bundles, and shows "Annotator
 * processing failed" if there is no entry. This exception carries its own message, so that the user
 * reads it unchanged.
 */
public final class UnusableCasException extends AnalysisEngineProcessException {
  private static final long serialVersionUID = 1L;

  private final String problem;

  /**
   * Creates an exception without a cause.
   *
   * @param problem message for the user
   */
  public UnusableCasException(String problem) {
    this(problem, null);
  }

  /**
   * Creates an exception.
   *
   * @param problem message for the user
   * @param cause cause, or null
   */
  public UnusableCasException(String problem, Throwable cause) {
    super(cause);
    this.problem = problem;
  }

  /** Returns the message for any locale. UIMA derives its other messages from this one. */
  @Override
  public String getLocalizedMessage(Locale locale) {
    return problem;
  }
}
