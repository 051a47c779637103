package org.gpchain.internal.formats.cas;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.gpchain.internal.formats.input.DocumentNames;

/** A format of UIMA documents in files. */
public enum CasFormat {
  /** UIMA XMI. */
  XMI,

  /** UIMA JSON CAS 0.4, with its types. */
  JSONCAS;

  /** Advice to the user for binary CAS, which is not among these formats. */
  public static final String BINARY_CURE =
      "read binary CAS with the reader org.dkpro.core.io.bincas.BinaryCasReader";

  /** Number of bytes by which a binary CAS is recognized. */
  static final int BINARY_START = 8;

  /** Names of files that are not documents: type systems, and a file in exports of INCEpTION. */
  private static final List<String> COMPANIONS =
      List.of(TypeSystems.USUAL_NAME, "exportedproject.json");

  private static final Set<String> BINARY_MAGIC = Set.of("UIMA", "AMIU");

  /** Returns the file extension of documents in this format, such as {@code .xmi}. */
  public String extension() {
    return this == XMI ? ".xmi" : ".json";
  }

  /** Returns the rules that recognize documents of this format by their file names. */
  public DocumentNames names() {
    return new DocumentNames(List.of(extension()), COMPANIONS, true);
  }

  /**
   * Returns whether a file begins like UIMA's binary formats: with four letters, and flags whose
   * first byte is zero in one byte order, or whose last byte is zero in the other.
   *
   * @param start first bytes of the file, at least {@link #BINARY_START}, or the whole file
   */
  public static boolean isBinary(byte[] start) {
    return start.length >= BINARY_START
        && BINARY_MAGIC.contains(new String(start, 0, 4, StandardCharsets.ISO_8859_1))
        && (start[4] == 0 || start[7] == 0);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
