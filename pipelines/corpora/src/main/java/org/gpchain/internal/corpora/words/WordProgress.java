package org.gpchain.internal.corpora.words;

/** Follows the steps in which a word resource is learned, one after the other. */
public interface WordProgress extends AutoCloseable {
  /**
   * @param step what is done, such as {@code reading}
   * @param size how much there is to do, in any unit; −1 if that is not known
   */
  default void begin(String step, long size) {}

  /**
   * @param done how much is done
   * @param figures figures so far; may be empty
   */
  default void at(long done, String figures) {}

  /**
   * @param result a line about it
   */
  default void end(String result) {}

  /** Ends, perhaps because of a failure. */
  @Override
  default void close() {}
}
