package org.gpchain.internal.documents.batch.sink;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.gpchain.internal.documents.output.OutputFormat;

/**
 * The names of the files in an output folder.
 *
 * @param folder the output folder
 * @param formats output formats
 * @param shard number of documents in an archive; 0 for separate files
 */
public record OutputLayout(Path folder, Set<OutputFormat> formats, int shard) {
  private static final Pattern ARCHIVE = Pattern.compile("part-\\d{6,}\\.[a-z.]+");

  /** Sorts the formats. */
  public OutputLayout {
    formats = Collections.unmodifiableSet(new TreeSet<>(formats));
  }

  /** Returns whether documents are written to archives. */
  public boolean hasArchives() {
    return shard > 0;
  }

  /** Returns the files that a run writes regardless of its documents, and the first archives. */
  public List<Path> filesOfAnyRun() {
    List<Path> files = new ArrayList<>(List.of(errors(), summary(), index(), failures()));
    if (formats.contains(OutputFormat.XMI)) {
      files.add(typeSystem());
    }
    if (hasArchives()) {
      for (OutputFormat format : formats) {
        files.add(archive(format, 0));
      }
    }
    return files;
  }

  /** Returns the files of a document that is not written to archives. */
  public List<Path> filesOf(String id) {
    List<Path> files = new ArrayList<>();
    for (OutputFormat format : formats) {
      for (String ending : format.endings()) {
        files.add(folder.resolve(id + "." + ending));
      }
    }
    return files;
  }

  /** Returns the log of failures, with one JSON object per line. */
  Path errors() {
    return folder.resolve("errors.jsonl");
  }

  /** Returns the folder with reasons of failures and copies of the documents. */
  Path failures() {
    return folder.resolve("failed");
  }

  Path typeSystem() {
    return folder.resolve("TypeSystem.xml");
  }

  Path summary() {
    return folder.resolve("summary.json");
  }

  Path index() {
    return folder.resolve("index.html");
  }

  /** Returns whether an archive of a format is a plain file to which documents are appended. */
  static boolean isLines(OutputFormat format) {
    return format == OutputFormat.JSONL;
  }

  /** Returns an archive by its index, from 0. */
  Path archive(OutputFormat format, long number) {
    return folder.resolve(archiveName(format, number));
  }

  private static String archiveName(OutputFormat format, long number) {
    String ending = isLines(format) ? format.toString() : format + ".zip";
    return String.format(Locale.ROOT, "part-%06d.%s", number, ending);
  }

  /** Returns whether a file with a name may be an archive of a run. */
  static boolean isArchive(String name) {
    return ARCHIVE.matcher(name).matches();
  }

  /** Returns the names of all archives of a run with a number of documents. */
  Set<String> archiveNames(long documents) {
    Set<String> names = new HashSet<>();
    if (hasArchives()) {
      for (OutputFormat format : formats) {
        for (long number = 0; number * shard < documents; number++) {
          names.add(archiveName(format, number));
        }
      }
    }
    return names;
  }

  /**
   * Returns the name of the file that contains a document, relative to the folder and with slashes.
   * If the format has several files, returns the first.
   *
   * @param number index of the document, from 0
   */
  String fileName(String id, long number, OutputFormat format) {
    if (hasArchives()) {
      return archiveName(format, number / shard);
    }
    return id + "." + format.endings().get(0);
  }
}
