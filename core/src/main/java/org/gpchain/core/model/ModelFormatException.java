package org.gpchain.core.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.EOFException;
import java.io.IOException;
import java.util.zip.ZipException;
import org.gpchain.core.math.NotPositiveDefiniteException;

/**
 * A model file, or a file of a word resource, that cannot be read. Its three kinds say why, and
 * what to do.
 */
public abstract sealed class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The kind of file that was expected. */
  enum Kind {
    /** A file that {@link ModelWriter} writes. */
    MODEL("the model file", "a GPChain model", "train it"),
    /** A file that {@link WordResourceFile} writes. */
    WORDS("the file", "a word resource", "learn it");

    private final String file;
    private final String name;
    private final String makeIt;

    Kind(String file, String name, String makeIt) {
      this.file = file;
      this.name = name;
      this.makeIt = makeIt;
    }
  }

  /** Reads a file, or a part of it. */
  @FunctionalInterface
  interface Reading<T> {
    T read() throws IOException;
  }

  /**
   * Reads a file from a stranger: what its content makes readers and constructors throw, which
   * check its parts against each other, becomes one exception.
   *
   * @throws Corrupt if it is damaged
   */
  static <T> T reading(Kind kind, Reading<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (Corrupt e) {
      throw e.of(kind);
    } catch (JsonProcessingException e) {
      throw new Corrupt(ManifestJson.problem(e), e).of(kind);
    } catch (ZipException | EOFException e) {
      throw new Corrupt(e.getMessage(), e).of(kind);
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | NullPointerException
        | NotPositiveDefiniteException e) {
      throw new Corrupt("its parts do not fit: " + e.getMessage(), e).of(kind);
    }
  }

  /** The file is something else, or is damaged. */
  public static final class Corrupt extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    private static final int LONGEST = 500;

    /** Null if the message does not depend on what the file should be. */
    private final String problem;

    /**
     * @param problem what is wrong; of what the file says, no more is shown than a line can hold
     */
    Corrupt(String problem, Throwable cause) {
      this(Kind.MODEL, shown(problem), cause);
    }

    private static String shown(String problem) {
      if (problem == null) {
        // Java's exceptions at the end of a file have no message.
        return "it ends too soon";
      }
      String start = problem.length() > LONGEST ? problem.substring(0, LONGEST) + " …" : problem;
      return start.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]", "?");
    }

    private Corrupt(Kind kind, String problem, Throwable cause) {
      this(
          "%s is damaged or is not %s: %s; copy it again, or %s again"
              .formatted(kind.file, kind.name, problem, kind.makeIt),
          problem,
          cause);
    }

    private Corrupt(String message, String problem, Throwable cause) {
      super(message, cause);
      this.problem = problem;
    }

    /** The same problem with a file of another kind. */
    Corrupt of(Kind kind) {
      return problem == null || kind == Kind.MODEL ? this : new Corrupt(kind, problem, getCause());
    }

    /** A file that is sound, but of the wrong kind. */
    static Corrupt mistaken(Kind found, Kind wanted, String cure) {
      return new Corrupt(
          "this is " + found.name + ", not " + wanted.name + "; " + cure, (String) null, null);
    }
  }

  /** The file was written by a version that this one no longer reads. */
  public static final class TooOld extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    TooOld(int version, int oldest) {
      super(
          String.format(
              "the model file has format version %s, the oldest that is read is %s; train it again",
              version, oldest),
          null);
    }
  }

  /** The file was written by a newer version. */
  public static final class TooNew extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    TooNew(Kind kind, int version, int newest) {
      super(
          String.format(
              "%s has format version %s, the newest that is read is %s; use a newer GPChain",
              kind.file, version, newest),
          null);
    }
  }
}
