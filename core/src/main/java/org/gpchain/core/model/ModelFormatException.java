package org.gpchain.core.model;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.EOFException;
import java.io.IOException;
import java.util.Map;
import java.util.zip.ZipException;
import org.gpchain.internal.core.file.DamagedFileException;
import org.gpchain.internal.core.file.ManifestJson;
import org.gpchain.internal.core.file.MissingCodecException;

/**
 * Thrown if a model file, or the file of a word resource, cannot be read. The subclass tells the
 * reason. The message tells the reason and the remedy in one line.
 */
public abstract sealed class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The kind of file that was expected. */
  enum Kind {
    /** Model file, written by {@link ModelWriter}. */
    MODEL("gpchain-model", "the model file", "a GPChain model", "train it"),
    /** File of a word resource, written by {@link WordResourceFile}. */
    WORDS("gpchain-words", "the file", "a word resource", "learn it");

    /** The only format version of either kind of file. */
    static final int VERSION = 1;

    /** Name of the format in the manifest. */
    final String format;

    // Parts of messages.
    private final String file;
    private final String name;
    private final String makeIt;

    Kind(String format, String file, String name, String makeIt) {
      this.format = format;
      this.file = file;
      this.name = name;
      this.makeIt = makeIt;
    }

    /**
     * Parses a manifest and checks its format and version.
     *
     * @param json text of the manifest in UTF-8
     * @return the tree, as of {@link ManifestJson#tree}
     * @throws ModelFormatException if the file is of another kind or format version
     */
    Object manifest(byte[] json) throws IOException {
      Object tree = ManifestJson.tree(json);
      Map<?, ?> parts = tree instanceof Map<?, ?> map ? map : Map.of();

      Object found = parts.get("format");
      Kind other = this == MODEL ? WORDS : MODEL;
      if (other.format.equals(found)) {
        String command = this == MODEL ? "train" : "words";
        String message = "this is %s, not %s; use a file that gpchain %s wrote";
        throw new Corrupt(message.formatted(other.name, name, command), null);
      }
      DamagedFileException.check(format.equals(found), "its manifest is not that of %s", name);

      int version = parts.get("formatVersion") instanceof Integer number ? number : 0;
      if (version != VERSION) {
        throw new OtherVersion(this, version);
      }
      return tree;
    }
  }

  /**
   * Reads a file of unknown origin. Readers and constructors check the parts of the file and throw
   * many kinds of exceptions. This method replaces them by a {@code ModelFormatException}.
   *
   * @param kind expected kind of file
   * @param reading reads the file
   * @return the result of {@code reading}
   * @throws Corrupt if the file is damaged
   * @throws MissingCodec if the file needs a codec that is not on the class path
   */
  static <T> T reading(Kind kind, WeakCache.Reader<T> reading) throws IOException {
    try {
      return reading.read();
    } catch (DamagedFileException e) {
      throw new Corrupt(kind, e.getMessage(), null);
    } catch (MissingCodecException e) {
      throw new MissingCodec(kind, e);
    } catch (JsonProcessingException e) {
      throw new Corrupt(kind, ManifestJson.problem(e), e);
    } catch (ZipException | EOFException e) {
      // The JDK's exceptions at the end of a file have no message.
      throw new Corrupt(kind, e.getMessage() == null ? "the file is truncated" : e.getMessage(), e);
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | NullPointerException
        | ArithmeticException e) {
      throw new Corrupt(kind, "its parts are inconsistent: " + e.getMessage(), e);
    }
  }

  /** Thrown if the file is of another kind, or damaged. */
  public static final class Corrupt extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    /** Maximum length of the part of a message that comes from the file (characters). */
    private static final int LONGEST = 500;

    private Corrupt(String message, Throwable cause) {
      super(message, cause);
    }

    private Corrupt(Kind kind, String problem, Throwable cause) {
      this(
          "%s is damaged or is not %s: %s; copy it again, or %s again"
              .formatted(kind.file, kind.name, shown(problem), kind.makeIt),
          cause);
    }

    /** Returns a text from the file, truncated and without control characters. */
    private static String shown(String problem) {
      String start = problem.length() > LONGEST ? problem.substring(0, LONGEST) + " …" : problem;
      return start.replaceAll("[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]", "?");
    }
  }

  /** Thrown if the file has a format version that this release does not read. */
  public static final class OtherVersion extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    private OtherVersion(Kind kind, int version) {
      super(
          ("%s has format version %s, but this GPChain only reads version %s; %s"
                  + " again, or use the GPChain version that wrote it")
              .formatted(kind.file, version, Kind.VERSION, kind.makeIt),
          null);
    }
  }

  /** Thrown if the file holds a posterior whose codec is not on the class path. */
  public static final class MissingCodec extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    private MissingCodec(Kind kind, MissingCodecException cause) {
      super("%s cannot be read: %s".formatted(kind.file, cause.getMessage()), cause);
    }
  }
}
