package org.gpchain.core.model;

import java.io.IOException;

/** A model file that cannot be read. Its three kinds say why, and what to do. */
public abstract sealed class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The file is not a model, or is damaged. */
  public static final class Corrupt extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    Corrupt(String problem, Throwable cause) {
      super(
          "the model file is damaged or is not a GPChain model: "
              + problem
              + "; copy it again, or train it again",
          cause);
    }
  }

  /** The file was written by a version that this one no longer reads. */
  public static final class TooOld extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    TooOld(int version, int oldest) {
      super(
          "the model file has format version "
              + version
              + ", the oldest that is read is "
              + oldest
              + "; train it again",
          null);
    }
  }

  /** The file was written by a newer version. */
  public static final class TooNew extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    TooNew(int version, int newest) {
      super(
          "the model file has format version "
              + version
              + ", the newest that is read is "
              + newest
              + "; use a newer GPChain",
          null);
    }
  }
}
