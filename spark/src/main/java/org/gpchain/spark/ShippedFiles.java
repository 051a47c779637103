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
 * Files that go along with a job to every machine: models, word resources, types. Their contents
 * are sent, and become files again: what {@code SparkContext.addFile} adds does not reach the tasks
 * of a session of Spark 4.
 */
final class ShippedFiles implements Serializable {
  private static final long serialVersionUID = 1L;

  /** Where files are on this machine, by their ids. */
  private static final Map<String, java.nio.file.Path> FILES = new ConcurrentHashMap<>();

  /** By ids, which begin with the hash of the content and end in the name. */
  private final HashMap<String, byte[]> contents = new HashMap<>();

  /**
   * Adds a file, if there is one.
   *
   * @param fileOrName a file of this machine, one that {@code --files} has sent, one of a Hadoop
   *     file system, or something else, such as the name of a model on the class path
   * @return an id, by which {@link #find} finds it; the same only for the same content
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
    if (contents.keySet().stream()
        .anyMatch(other -> !other.equals(id) && other.endsWith("/" + name))) {
      throw new IOException(
          source + ": another file of the name '" + name + "' goes along; rename one of them");
    }
    contents.put(id, content);
    return id;
  }

  /** The file of an id that {@link #add} returned, on this machine; else what the id says. */
  java.nio.file.Path find(String id) {
    return contents.containsKey(id)
        ? FILES.computeIfAbsent(id, this::written)
        : java.nio.file.Path.of(id);
  }

  private java.nio.file.Path written(String id) {
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
