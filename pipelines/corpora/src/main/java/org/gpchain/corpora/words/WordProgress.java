package org.gpchain.corpora.words;

/** Follows the steps in which a word resource is learned, one after the other. */
public interface WordProgress extends AutoCloseable {
  WordProgress NONE =
      new WordProgress() {
        @Override
        public void begin(String step, long size) {}

        @Override
        public void at(long done, String figures) {}

        @Override
        public void end(String result) {}

        @Override
        public void close() {}
      };

  /**
   * A step begins.
   *
   * @param step what is done, such as {@code reading}
   * @param size how much there is to do, in any unit; −1 if that is not known
   */
  void begin(String step, long size);

  /**
   * The step goes on.
   *
   * @param done how much is done
   * @param figures figures so far; may be empty
   */
  void at(long done, String figures);

  /**
   * The step is done.
   *
   * @param result a line about it
   */
  void end(String result);

  /** Ends, perhaps because of a failure. */
  @Override
  void close();
}
