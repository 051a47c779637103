package org.gpchain.spark;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.gpchain.internal.formats.input.DocumentNames;

/**
 * The files of an input, in the order of their paths, and the partitions that they are read in.
 * Only names and sizes are known here: each file is read where it is annotated, so that one that
 * cannot be read does not stop the others.
 *
 * @param names what the files of documents are called
 */
record DocumentFiles(Configuration hadoop, DocumentNames names) {
  /** What opening a file costs, as bytes that could be read meanwhile. */
  private static final long OPEN_COST = 1 << 14;

  /**
   * @param name of the document: its path below the folder, with slashes, without the ending
   * @param size in bytes
   */
  record DocumentFile(String name, String path, long size) implements Serializable {
    /** What reading it takes. */
    long weight() {
      return size + OPEN_COST;
    }
  }

  /**
   * Finds files, at least one.
   *
   * @param input a file, a folder, of which and of the folders in it those files are taken whose
   *     names end as the format's do, or a pattern of these
   */
  List<DocumentFile> find(String input) throws IOException {
    Path pattern = new Path(input);
    FileSystem files = pattern.getFileSystem(hadoop);
    FileStatus[] matches = files.globStatus(pattern);
    if (matches == null || matches.length == 0) {
      throw new FileNotFoundException(input + ": there is no such file or folder; check --input");
    }
    List<DocumentFile> found = new ArrayList<>();
    for (FileStatus match : matches) {
      if (match.isDirectory()) {
        addAll(files, match.getPath(), found);
      } else {
        found.add(named(match.getPath().getParent(), match));
      }
    }
    if (found.isEmpty()) {
      throw new FileNotFoundException(
          "%s: there is no file in it that ends in %s; check --input and --format"
              .formatted(input, String.join(" or ", names.endings())));
    }
    found.sort(Comparator.comparing(DocumentFile::path));
    return found;
  }

  private void addAll(FileSystem files, Path folder, List<DocumentFile> found) throws IOException {
    RemoteIterator<LocatedFileStatus> all = files.listFiles(folder, true);
    while (all.hasNext()) {
      FileStatus file = all.next();
      if (names.isDocument(file.getPath().toString())) {
        found.add(named(folder, file));
      }
    }
  }

  private DocumentFile named(Path folder, FileStatus file) {
    String path = file.getPath().toString();
    String above = folder.toString();
    int start = above.endsWith("/") ? above.length() : above.length() + 1;
    return new DocumentFile(names.stem(path.substring(start)), path, file.getLen());
  }

  /** Cuts files into about so many groups of neighbours that take about as long as one another. */
  static List<List<DocumentFile>> groups(List<DocumentFile> files, int count) {
    long total = files.stream().mapToLong(DocumentFile::weight).sum();
    List<List<DocumentFile>> groups = new ArrayList<>();
    long before = 0;
    long last = -1;
    for (DocumentFile file : files) {
      // By the middle of the file: the group in whose share of all bytes it lies.
      long group = (long) ((before + file.weight() / 2.0) / total * count);
      if (group != last) {
        groups.add(new ArrayList<>());
        last = group;
      }
      groups.get(groups.size() - 1).add(file);
      before += file.weight();
    }
    return groups;
  }
}
