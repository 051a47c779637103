package org.gpchain.experiments.data;

/** The tasks of the GPstruct papers. */
public enum GpstructTask {
  BASE_NP("basenp", "base NP", 3, new Size(300, 150), true),
  CHUNKING("chunking", "chunking", 14, new Size(100, 50), true),
  SEGMENTATION("segmentation", "segmentation", 2, new Size(36, 20), false),
  JAPANESE_NE("japanesene", "Japanese NE", 17, new Size(100, 50), false);

  /** Size of the large experiments. */
  private static final Size LARGE = new Size(823, 500);

  private final String fileName;
  private final String displayName;
  private final int labelCount;
  private final int sentences;
  private final int train;
  private final boolean hasLarge;

  /**
   * The numbers of sentences of an experiment.
   *
   * @param sentences number of training and test sentences, which are the first ones in the file
   * @param train number of training sentences
   */
  public record Size(int sentences, int train) {}

  GpstructTask(String fileName, String displayName, int labelCount, Size small, boolean hasLarge) {
    this.fileName = fileName;
    this.displayName = displayName;
    this.labelCount = labelCount;
    this.sentences = small.sentences();
    this.train = small.train();
    this.hasLarge = hasLarge;
  }

  /** Returns the start of the names of the task's files. */
  public String fileName() {
    return fileName;
  }

  /** Returns the name in tables. */
  public String displayName() {
    return displayName;
  }

  /** Returns the number of labels V. */
  public int labelCount() {
    return labelCount;
  }

  /** Returns whether there is a large experiment. */
  public boolean hasLarge() {
    return hasLarge;
  }

  /**
   * Returns the size of the small or the large experiment.
   *
   * @throws IllegalArgumentException if the task has no large experiment
   */
  public Size size(boolean large) {
    if (large && !hasLarge) {
      throw new IllegalArgumentException("there is no large experiment of " + displayName);
    }
    return large ? LARGE : new Size(sentences, train);
  }

  /** Returns the name on the command line. */
  @Override
  public String toString() {
    return fileName;
  }
}
