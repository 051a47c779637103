package org.gpchain.internal.formats.input;

import java.util.List;
import java.util.Locale;
import org.apache.commons.io.function.IOFunction;

/**
 * Which files are documents of a format, and what the documents are called.
 *
 * @param endings endings of the names of documents, in lower case, such as {@code .xmi}
 * @param companions endings of the names of files that belong to documents, such as {@code
 *     TypeSystem.xml}; they are no documents themselves
 * @param opensArchives whether archives in folders and in other archives are opened, since tools
 *     export documents of this format in one archive each
 * @param parts opens a file that has several documents; null if each file is one
 */
public record DocumentNames(
    List<String> endings,
    List<String> companions,
    boolean opensArchives,
    IOFunction<InputDocument, InputCursor> parts) {
  /** The ending of files that were compressed one by one. */
  public static final String GZIP = ".gz";

  /** The name of the file that annotation tools write next to documents; never a document. */
  public static final String TYPE_SYSTEM = "TypeSystem.xml";

  private static final String ZIP = ".zip";
  private static final List<String> TAR = List.of(".tar.gz", ".tar", ".tgz");

  public DocumentNames {
    endings = List.copyOf(endings);
    companions = List.copyOf(companions);
  }

  /** Names of documents if each file is one document. */
  public DocumentNames(List<String> endings, List<String> companions, boolean opensArchives) {
    this(endings, companions, opensArchives, null);
  }

  /** Returns the same names of files that are opened in another way. */
  public DocumentNames withParts(IOFunction<InputDocument, InputCursor> others) {
    return new DocumentNames(endings, companions, opensArchives, others);
  }

  /** Documents without companions, which are not read from archives in other archives. */
  public DocumentNames(List<String> endings) {
    this(endings, List.of(), false);
  }

  /** Returns whether a file in a folder or an archive is a document. */
  public boolean isDocument(String path) {
    return !isCompanion(path) && !ending(path.substring(path.lastIndexOf('/') + 1)).isEmpty();
  }

  /** Returns whether a file belongs to a document, and is none itself. */
  boolean isCompanion(String path) {
    return path.endsWith(TYPE_SYSTEM) || companions.stream().anyMatch(path::endsWith);
  }

  /** Returns whether a file in a folder or an archive is a document, or has some. */
  boolean mayHaveDocuments(String path) {
    return isDocument(path) || (opensArchives && isArchive(path));
  }

  static boolean isArchive(String path) {
    return path.toLowerCase(Locale.ROOT).endsWith(ZIP) || isTar(path);
  }

  /** Returns the path of an archive without {@code .zip}, {@code .tar.gz} and the like. */
  static String withoutArchiveEnding(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    String ending = TAR.stream().filter(lower::endsWith).findFirst().orElse(ZIP);
    return path.substring(0, path.length() - ending.length());
  }

  static boolean isTar(String path) {
    String lower = path.toLowerCase(Locale.ROOT);
    return TAR.stream().anyMatch(lower::endsWith);
  }

  /** The ending that a name has, as it is written; empty if it has none of these. */
  String ending(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String zipped = lower.endsWith(GZIP) ? GZIP : "";
    String plain = lower.substring(0, lower.length() - zipped.length());
    return endings.stream()
        .filter(plain::endsWith)
        .findFirst()
        .map(ending -> name.substring(plain.length() - ending.length()))
        .orElse("");
  }

  /** The name of a document: its path without the ending, unless nothing would be left. */
  public String stem(String path) {
    String ending = ending(path);
    int stem = path.length() - ending.length();
    return stem > path.lastIndexOf('/') + 1 ? path.substring(0, stem) : path;
  }
}
