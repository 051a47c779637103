package org.gpchain.internal.annotator.cas;

import java.util.Locale;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;

/**
 * A document or a configuration that cannot be processed. The message says what is wrong and how to
 * fix it.
 *
 * <p>UIMA takes the messages of its exceptions from resource bundles, and shows "Annotator
 * processing failed" where it has none. This one carries its message itself, so that it reaches the
 * user unchanged.
 */
public final class UnusableCasException extends AnalysisEngineProcessException {
  private static final long serialVersionUID = 1L;

  private final String problem;

  public UnusableCasException(String problem) {
    this(problem, null);
  }

  public UnusableCasException(String problem, Throwable cause) {
    super(cause);
    this.problem = problem;
  }

  /** What UIMA makes all other messages of. */
  @Override
  public String getLocalizedMessage(Locale locale) {
    return problem;
  }
}
