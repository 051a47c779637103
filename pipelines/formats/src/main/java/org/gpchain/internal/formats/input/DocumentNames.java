package org.gpchain.internal.formats.input;

import java.util.List;
import java.util.Locale;
import org.apache.commons.io.function.IOFunction;

/**
 * Rules that recognize the documents of a format by their file names, and name the documents.
 *
 * @param endings endings of the file names of documents, in lower case, such as {@code .xmi}
 * @param companions endings of the names of files that belong to documents but are not documents,
 *     such as {@code TypeSystem.xml}
 * @param opensArchives whether to open archives in folders and in other archives, since tools
 *     export each document of this format as an archive
 * @param parts opens a file with several documents; null if each file is one document
 */
public record DocumentNames(
    List<String> endings,
    List<String> companions,
    boolean opensArchives,
    IOFunction<InputDocument, InputCursor> parts) {
  /** Ending of the names of compressed files. */
  public static final String GZIP = ".gz";

  /** Name of the type system that annotation tools write next to documents; never a document. */
  public static final String TYPE_SYSTEM = "TypeSystem.xml";

  private static final String ZIP = ".zip";
  private static final List<String> TAR = List.of(".tar.gz", ".tar", ".tgz");

  public DocumentNames {
    endings = List.copyOf(endings);
    companions = List.copyOf(companions);
  }

  /** Creates the rules of a format in which each file is one document. */
  public DocumentNames(List<String> endings, List<String> companions, boolean opensArchives) {
    this(endings, companions, opensArchives, null);
  }

  /** Returns these rules for files with several documents, which a function opens. */
  public DocumentNames withParts(IOFunction<InputDocument, InputCursor> others) {
    return new DocumentNames(endings, companions, opensArchives, others);
  }

  /** Creates the rules of a format without companions, whose archives in folders stay closed. */
  public DocumentNames(List<String> endings) {
    this(endings, List.of(), false);
  }

  /** Returns whether a file in a folder or an archive is a document. */
  public boolean isDocument(String path) {
    return !isCompanion(path) && !ending(path.substring(path.lastIndexOf('/') + 1)).isEmpty();
  }

  /** Returns whether a file belongs to a document, but is not a document. */
  boolean isCompanion(String path) {
    return path.endsWith(TYPE_SYSTEM) || companions.stream().anyMatch(path::endsWith);
  }

  /** Returns whether a file in a folder or archive is a document, or an archive that is opened. */
  boolean mayHaveDocuments(String path) {
    return isDocument(path) || (opensArchives && isArchive(path));
  }

  /** Returns whether a path has the extension of a zip or tar archive. */
  static boolean isArchive(String path) {
    return path.toLowerCase(Locale.ROOT).endsWith(ZIP) || isTar(path);
  }

  /** Returns the path of an archive without {@code .zip}, {@code .tar.gz} and the like. */
  static String withoutArchiveEnding(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    String ending = TAR.stream().filter(lower::endsWith).findFirst().orElse(ZIP);
    return path.substring(0, path.length() - ending.length());
  }

  /** Returns whether a path has the extension of a tar archive, compressed or not. */
  static boolean isTar(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return TAR.stream().anyMatch(lower::endsWith);
  }

  /**
   * Returns the extension of a file name, including the extension of compressed files, or the empty
   * string if no document has such a name.
   */
  String ending(String name) {
    String plain = name.toLowerCase(Locale.ROOT);
    if (plain.endsWith(GZIP)) {
      plain = plain.substring(0, plain.length() - GZIP.length());
    }
    for (String ending : endings) {
      if (plain.endsWith(ending)) {
        return name.substring(plain.length() - ending.length());
      }
    }
    return "";
  }

  /** Returns the name of a document: its path without the ending, unless that is the file name. */
  public String stem(String path) {
    int stemEnd = path.length() - ending(path).length();
    boolean isEmpty = stemEnd <= path.lastIndexOf('/') + 1;
    if (isEmpty) {
      return path;
    }
    return path.substring(0, stemEnd);
  }
}
