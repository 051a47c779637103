package org.gpchain.internal.corpora.words;

/** A receiver of the progress of learning a word resource, which takes several steps. */
public interface WordProgress extends AutoCloseable {
  /**
   * Begins a step.
   *
   * @param step name of the step, such as {@code reading}
   * @param size amount of work in any unit; −1 if it is unknown
   */
  default void begin(String step, long size) {}

  /**
   * Reports the progress of the current step.
   *
   * @param done amount of work that is done, in the unit of its size
   * @param figures text with figures so far; may be empty
   */
  default void at(long done, String figures) {}

  /**
   * Ends the current step.
   *
   * @param result line of text with the result
   */
  default void end(String result) {}

  /** Ends the report, after the last step or a failure. */
  @Override
  default void close() {}
}
