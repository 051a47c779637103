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
 * Finds the files of an input, sorted by path, and divides them into partitions. Only names and
 * sizes are read here. The content of a file is read on the machine that annotates it, so that an
 * unreadable file does not affect the others.
 *
 * @param hadoop configuration of the file systems
 * @param names file names of documents
 */
record DocumentFiles(Configuration hadoop, DocumentNames names) {
  /** Cost of opening a file (as the number of bytes that could be read in the same time). */
  private static final long OPEN_COST = 1 << 14;

  /**
   * A file with a document.
   *
   * @param name name of the document: its path below the input folder, with slashes, without the
   *     ending
   * @param size in bytes
   */
  record DocumentFile(String name, String path, long size) implements Serializable {
    /** Returns the cost of reading this file, in bytes. */
    long weight() {
      return size + OPEN_COST;
    }
  }

  /**
   * Finds the files of an input.
   *
   * @param input a file, a folder, or a pattern of files and folders; in a folder and its
   *     subfolders, all files with an ending of the format are taken
   * @return at least one file, sorted by path
   * @throws FileNotFoundException if there are no files
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
          "%s: it contains no files that end in %s; check --input and --format"
              .formatted(input, String.join(" or ", names.endings())));
    }
    found.sort(Comparator.comparing(DocumentFile::path));
    return found;
  }

  private void addAll(FileSystem files, Path folder, List<DocumentFile> found) throws IOException {
    RemoteIterator<LocatedFileStatus> statuses = files.listFiles(folder, true);
    while (statuses.hasNext()) {
      FileStatus file = statuses.next();
      if (names.isDocument(file.getPath().toString())) {
        found.add(named(folder, file));
      }
    }
  }

  private DocumentFile named(Path folder, FileStatus file) {
    String path = file.getPath().toString();
    String parent = folder.toString();
    int start = parent.endsWith("/") ? parent.length() : parent.length() + 1;
    return new DocumentFile(names.stem(path.substring(start)), path, file.getLen());
  }

  /**
   * Divides files into at most {@code count} groups. Files of a group follow each other, and groups
   * take about the same time to read.
   */
  static List<List<DocumentFile>> groups(List<DocumentFile> files, int count) {
    long total = files.stream().mapToLong(DocumentFile::weight).sum();
    List<List<DocumentFile>> groups = new ArrayList<>();
    long before = 0;
    long last = -1;

    for (DocumentFile file : files) {
      // Each group covers an equal share of all bytes. A file belongs to the group that contains
      // its middle.
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
