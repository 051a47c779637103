package org.gpchain.internal.formats.cas;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.gpchain.internal.formats.input.DocumentNames;

/** The formats of documents in files. */
public enum CasFormat {
  /** UIMA XMI. */
  XMI,

  /** UIMA JSON CAS 0.4, with its types. */
  JSONCAS;

  /** The remedy for binary CAS, which is none of these formats. */
  public static final String BINARY_CURE =
      "read binary CAS with the reader org.dkpro.core.io.bincas.BinaryCasReader";

  static final int BINARY_START = 8;

  /** The types of documents, and what INCEpTION puts into the export of a project. */
  private static final List<String> COMPANIONS =
      List.of(TypeSystems.USUAL_NAME, "exportedproject.json");

  private static final Set<String> BINARY_MAGIC = Set.of("UIMA", "AMIU");

  /** Returns the ending of the names of such files, such as {@code .xmi}. */
  public String extension() {
    return this == XMI ? ".xmi" : ".json";
  }

  /** Returns which files in folders and archives are such documents. */
  public DocumentNames names() {
    return new DocumentNames(List.of(extension()), COMPANIONS, true);
  }

  /**
   * Returns whether a file begins as UIMA's binary formats do: with four letters, and flags whose
   * first byte is zero, or the last if the bytes of numbers are the other way round.
   *
   * @param start at least {@link #BINARY_START} bytes, or the whole file
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
