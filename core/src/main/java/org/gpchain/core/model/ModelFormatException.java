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
 * A model file, or a file of a word resource, that cannot be read. The subclass and the message say
 * why, and what to do.
 */
public abstract sealed class ModelFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  private ModelFormatException(String message, Throwable cause) {
    super(message, cause);
  }

  /** The kind of file that was expected. */
  enum Kind {
    /** A file that {@link ModelWriter} writes. */
    MODEL("gpchain-model", "the model file", "a GPChain model", "train it"),
    /** A file that {@link WordResourceFile} writes. */
    WORDS("gpchain-words", "the file", "a word resource", "learn it");

    /** The only format version of either kind of file. */
    static final int VERSION = 1;

    final String format;

    private final String file;
    private final String name;
    private final String makeIt;

    Kind(String format, String file, String name, String makeIt) {
      this.format = format;
      this.file = file;
      this.name = name;
      this.makeIt = makeIt;
    }

    /** The tree of a manifest of this kind, in the version that is read. */
    Object manifest(byte[] json) throws IOException {
      Object tree = ManifestJson.tree(json);
      Map<?, ?> parts = tree instanceof Map<?, ?> map ? map : Map.of();
      Object found = parts.get("format");
      Kind other = this == MODEL ? WORDS : MODEL;
      if (other.format.equals(found)) {
        throw new Corrupt(
            "this is %s, not %s; give a file that gpchain %s wrote"
                .formatted(other.name, name, this == MODEL ? "train" : "words"),
            null);
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
   * Reads a file from a stranger: what its content makes readers and constructors throw, which
   * check its parts against each other, becomes one exception.
   *
   * @throws Corrupt if it is damaged
   * @throws MissingCodec if it needs a codec that is not on the class path
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
      // Java's exceptions at the end of a file have no message.
      throw new Corrupt(kind, e.getMessage() == null ? "it ends too soon" : e.getMessage(), e);
    } catch (IllegalArgumentException
        | IndexOutOfBoundsException
        | NullPointerException
        | ArithmeticException e) {
      throw new Corrupt(kind, "its parts do not fit: " + e.getMessage(), e);
    }
  }

  /** The file is something else, or is damaged. */
  public static final class Corrupt extends ModelFormatException {
    private static final long serialVersionUID = 1L;

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

    /** Of what a file says, no more than a line can hold. */
    private static String shown(String problem) {
      String start = problem.length() > LONGEST ? problem.substring(0, LONGEST) + " …" : problem;
      return start.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}\\p{Cf}\\p{Cs}]", "?");
    }
  }

  /** The file has a format version that this program does not read. */
  public static final class OtherVersion extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    private OtherVersion(Kind kind, int version) {
      super(
          ("%s has format version %s, but this GPChain reads version %s only; %s again, or use the"
                  + " GPChain that wrote it")
              .formatted(kind.file, version, Kind.VERSION, kind.makeIt),
          null);
    }
  }

  /** The file is sound, but holds a posterior whose codec is not on the class path. */
  public static final class MissingCodec extends ModelFormatException {
    private static final long serialVersionUID = 1L;

    private MissingCodec(Kind kind, MissingCodecException cause) {
      super("%s cannot be read: %s".formatted(kind.file, cause.getMessage()), cause);
    }
  }
}
