package org.gpchain.experiments.data;

/** The tasks of the GPstruct papers. */
public enum GpstructTask {
  BASE_NP("basenp", "base NP", 3, 300, 150, true),
  CHUNKING("chunking", "chunking", 14, 100, 50, true),
  SEGMENTATION("segmentation", "segmentation", 2, 36, 20, false),
  JAPANESE_NE("japanesene", "Japanese NE", 17, 100, 50, false);

  private static final Size LARGE = new Size(823, 500);

  private final String fileName;
  private final String displayName;
  private final int labelCount;
  private final int sentences;
  private final int train;
  private final boolean hasLarge;

  /**
   * How many sentences an experiment uses.
   *
   * @param sentences number of sentences that a fold permutes: the first ones of the file
   * @param train how many of the permuted sentences are for training; the others are for testing
   */
  public record Size(int sentences, int train) {}

  GpstructTask(
      String fileName,
      String displayName,
      int labelCount,
      int sentences,
      int train,
      boolean hasLarge) {
    this.fileName = fileName;
    this.displayName = displayName;
    this.labelCount = labelCount;
    this.sentences = sentences;
    this.train = train;
    this.hasLarge = hasLarge;
  }

  /** What the names of the task's files begin with. */
  public String fileName() {
    return fileName;
  }

  /** The name in tables. */
  public String displayName() {
    return displayName;
  }

  /** Number of labels V. */
  public int labelCount() {
    return labelCount;
  }

  /** Whether there is a large experiment. */
  public boolean hasLarge() {
    return hasLarge;
  }

  /** The size of the small or of the large experiment. */
  public Size size(boolean large) {
    if (large && !hasLarge) {
      throw new IllegalArgumentException("there is no large experiment of " + displayName);
    }
    return large ? LARGE : new Size(sentences, train);
  }

  /** The name on the command line. */
  @Override
  public String toString() {
    return fileName;
  }
}
