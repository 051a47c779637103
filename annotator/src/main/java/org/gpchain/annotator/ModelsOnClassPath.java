package org.gpchain.annotator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/** The models that a look-up by language and variant could find, for messages. */
final class ModelsOnClassPath {
  private static final String SUFFIX = ".properties";

  private ModelsOnClassPath() {}

  /**
   * The names of all models for a tool, such as {@code chunker-en-news}, in alphabetical order.
   *
   * @param folder where they are described, such as {@code org/gpchain/annotator/lib}
   * @param tool such as {@code chunker}
   */
  static List<String> of(String folder, String tool) {
    String pattern = "classpath*:" + folder + "/" + tool + "-*" + SUFFIX;
    try {
      return Arrays.stream(new PathMatchingResourcePatternResolver().getResources(pattern))
          .map(found -> found.getFilename())
          .map(name -> name.substring(0, name.length() - SUFFIX.length()))
          .distinct()
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
