package org.gpchain.spark;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
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

  /** Where files are on this machine, by their hash. */
  private static final Map<String, java.nio.file.Path> FOLDERS = new ConcurrentHashMap<>();

  private final TreeMap<String, byte[]> contents = new TreeMap<>();

  /**
   * Adds a file, if there is one.
   *
   * @param fileOrName a file of this machine, one that {@code --files} has sent, one of a Hadoop
   *     file system, or something else, such as the name of a model on the class path
   * @return what {@link #find} finds it by
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
    byte[] other = contents.putIfAbsent(name, content);
    if (other != null && !Arrays.equals(other, content)) {
      throw new IOException(
          source + ": another file of the name '" + name + "' goes along; rename one of them");
    }
    return name;
  }

  /** What tells them from others. */
  String hash() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    contents.forEach(
        (name, content) -> {
          all.writeBytes(name.getBytes(StandardCharsets.UTF_8));
          all.write(0);
          all.writeBytes(Sha256.hex(content).getBytes(StandardCharsets.UTF_8));
        });
    return Sha256.hex(all.toByteArray());
  }

  /** A folder of this machine with the files of a hash. */
  java.nio.file.Path folder(String hash) {
    return FOLDERS.computeIfAbsent(hash, key -> written());
  }

  private java.nio.file.Path written() {
    try {
      java.nio.file.Path folder = Files.createTempDirectory("gpchain-");
      folder.toFile().deleteOnExit();
      for (Map.Entry<String, byte[]> file : contents.entrySet()) {
        java.nio.file.Path target = folder.resolve(file.getKey());
        target.toFile().deleteOnExit();
        Files.write(target, file.getValue());
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file of a name that {@link #add} returned; the name itself if there is none. */
  static java.nio.file.Path find(String name, java.nio.file.Path folder) {
    java.nio.file.Path file = folder.resolve(name);
    return Files.isRegularFile(file) ? file : java.nio.file.Path.of(name);
  }
}
