package org.gpchain.spark;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.spark.sql.SparkSession;

/** A Spark of two threads in this process, for all tests. */
final class LocalSpark {
  private LocalSpark() {}

  static SparkSession session() {
    try {
      return SparkSession.builder()
          .master("local[2]")
          .appName("tests")
          .config("spark.ui.enabled", "false")
          .config("spark.driver.host", "localhost")
          .config("spark.driver.bindAddress", "127.0.0.1")
          .config("spark.sql.shuffle.partitions", "2")
          .config("spark.sql.warehouse.dir", Files.createTempDirectory("warehouse").toString())
          .getOrCreate();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
