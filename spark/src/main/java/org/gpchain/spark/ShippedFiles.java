package org.gpchain.spark;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkFiles;

/** Files that go along with a job to every machine: models, word resources, types. */
final class ShippedFiles {
  private ShippedFiles() {}

  /**
   * Sends a file along, if there is one.
   *
   * @param context of the job
   * @param fileOrName a file of this machine, one of a Hadoop file system, one that was sent along
   *     already ({@code --files}), or something else, such as the name of a model on the class path
   * @return what {@link #find} finds it by
   */
  static String ship(SparkContext context, String fileOrName) throws IOException {
    File local = new File(fileOrName);
    if (local.isFile()) {
      context.addFile(local.toURI().toString());
      return local.getName();
    }
    if (!new File(SparkFiles.get(fileOrName)).isFile()) {
      Path remote = new Path(fileOrName);
      FileSystem files = remote.getFileSystem(context.hadoopConfiguration());
      if (files.exists(remote) && files.getFileStatus(remote).isFile()) {
        context.addFile(files.makeQualified(remote).toString());
        return remote.getName();
      }
    }
    return fileOrName;
  }

  /**
   * Finds a file on this machine.
   *
   * @param name as {@link #ship} returned it
   * @return the file; the name if there is none
   */
  static java.nio.file.Path find(String name) {
    File shipped = new File(SparkFiles.get(name));
    return shipped.isFile() ? shipped.toPath() : java.nio.file.Path.of(name);
  }
}
