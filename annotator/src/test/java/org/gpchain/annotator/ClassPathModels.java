package org.gpchain.annotator;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;

/**
 * Models written into the folder of test classes, where the lookup by language finds them, and
 * deleted on close.
 */
final class ClassPathModels implements AutoCloseable {
  private final Path lib;
  private final List<Path> files = new ArrayList<>();

  ClassPathModels() throws IOException {
    try {
      Path classes = Path.of(ClassPathModels.class.getResource("/").toURI());
      lib = Files.createDirectories(classes.resolve("org/gpchain/annotator/lib"));
    } catch (URISyntaxException e) {
      throw new IOException(e);
    }
  }

  /**
   * Writes a model and its properties.
   *
   * @param name a name such as {@code chunker-en-default}
   * @return the file of the model
   */
  Path add(String name, Model model) throws IOException {
    Path file = lib.resolve(name + ".gpchain");
    files.add(file);
    TestModels.write(model, file);
    add(name + ".properties", "location=classpath:/" + ModelLookup.LIB + "/" + name + ".gpchain");
    return file;
  }

  /** Writes a file into the folder of the models. */
  void add(String name, String content) throws IOException {
    files.add(Files.writeString(lib.resolve(name), content));
  }

  @Override
  public void close() throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
    }
  }
}
