package org.gpchain.spark;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkFiles;
import org.gpchain.core.text.Sha256;

/**
 * Files that a job sends to every machine: models, word resources, type systems. The contents are
 * serialized and written to files on each machine, because files of {@code SparkContext.addFile} do
 * not reach the tasks of a Spark 4 session.
 */
final class ShippedFiles implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Paths of received files on this machine, by id. */
  private static final Map<String, java.nio.file.Path> FILES = new ConcurrentHashMap<>();

  /** Contents of files by id. An id is the hash of the content, a slash, and the file name. */
  private final HashMap<String, byte[]> contents = new HashMap<>();

  /**
   * Adds a file, if it exists.
   *
   * @param fileOrName a file on this machine, a file sent with {@code --files}, a file of a Hadoop
   *     file system, or something else, such as the name of a model on the class path
   * @return the id of the file for {@link #find}, which depends on its name and content; if there
   *     is no such file, the argument itself
   * @throws IOException if the file cannot be read, or if another file of this name has been added
   */
  String add(String fileOrName, Configuration hadoop) throws IOException {
    for (File file : new File[] {new File(fileOrName), new File(SparkFiles.get(fileOrName))}) {
      if (file.isFile()) {
        return add(file.getName(), fileOrName, Files.readAllBytes(file.toPath()));
      }
    }

    Path path = new Path(fileOrName);
    FileSystem files = path.getFileSystem(hadoop);
    if (files.exists(path) && files.getFileStatus(path).isFile()) {
      try (InputStream in = files.open(path)) {
        return add(path.getName(), fileOrName, in.readAllBytes());
      }
    }
    return fileOrName;
  }

  private String add(String name, String source, byte[] content) throws IOException {
    String id = Sha256.hex(content) + "/" + name;
    for (String otherId : contents.keySet()) {
      if (!otherId.equals(id) && otherId.endsWith("/" + name)) {
        throw new IOException(
            source
                + ": another file with the name '"
                + name
                + "' is already sent; rename one of them");
      }
    }
    contents.put(id, content);
    return id;
  }

  /**
   * Returns the file on this machine for an id from {@link #add}. Anything else, such as the name
   * of a model, is returned as a path unchanged.
   */
  java.nio.file.Path find(String id) {
    if (!contents.containsKey(id)) {
      return java.nio.file.Path.of(id);
    }
    return FILES.computeIfAbsent(id, this::write);
  }

  private java.nio.file.Path write(String id) {
    try {
      java.nio.file.Path folder = Files.createTempDirectory("gpchain-");
      folder.toFile().deleteOnExit();
      java.nio.file.Path file = folder.resolve(id.substring(id.indexOf('/') + 1));
      file.toFile().deleteOnExit();
      return Files.write(file, contents.get(id));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
