package org.gpchain.annotator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.gpchain.core.model.WordLocations;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;

/**
 * The models that a look-up by language and variant could find. A model has the name of its
 * description, {@code <tool>-<language>-<variant>}, such as {@code chunker-en-news}. Word resources
 * are found here as well.
 */
public final class ModelsOnClassPath {
  private static final String SUFFIX = ".properties";
  private static final String DEFAULT_VARIANTS = "-default-variants.map";

  private ModelsOnClassPath() {}

  /**
   * The class loader of the thread, unless it does not know these components: a PEAR has a loader
   * of its own, and the thread that calls it has not.
   */
  static ClassLoader loader() {
    ClassLoader context = ClassUtils.getDefaultClassLoader();
    return context != null && ClassUtils.isVisible(ModelsOnClassPath.class, context)
        ? context
        : ModelsOnClassPath.class.getClassLoader();
  }

  /** The names of all models whose file exists, in alphabetical order. */
  public static List<String> names() {
    return of(ModelLookup.LIB, "*").stream().filter(name -> file(name).isPresent()).toList();
  }

  /**
   * The file of a model.
   *
   * @param name of the model, or {@code <tool>-<language>} for the default variant of a language
   * @return empty if there is no such model, or no file where it should be
   */
  public static Optional<URL> find(String name) {
    return file(name).or(() -> defaultVariant(name).flatMap(variant -> file(name + "-" + variant)));
  }

  private static Optional<String> defaultVariant(String name) {
    int hyphen = name.indexOf('-');
    return hyphen < 0
        ? Optional.empty()
        : Optional.ofNullable(
            defaultVariants(name.substring(0, hyphen)).getProperty(name.substring(hyphen + 1)));
  }

  /** The default variants of a tool by language: those of all artifacts together. */
  static Properties defaultVariants(String tool) {
    try {
      return PropertiesLoaderUtils.loadAllProperties(
          ModelLookup.LIB + "/" + tool + DEFAULT_VARIANTS, loader());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<URL> file(String name) {
    Resource description = new ClassPathResource(ModelLookup.LIB + "/" + name + SUFFIX, loader());
    if (!description.exists()) {
      return Optional.empty();
    }
    try {
      String location = PropertiesLoaderUtils.loadProperties(description).getProperty("location");
      Resource file = new DefaultResourceLoader(loader()).getResource(location);
      return file.exists() ? Optional.of(file.getURL()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The word resource of a name, such as {@code words-en}. */
  public static Optional<URL> words(String name) {
    return Optional.ofNullable(WordLocations.ofClassPath(loader()).named(name));
  }

  /**
   * The default word resource of a language, or of the one that it is a form of.
   *
   * @param kind {@code words} or {@code names}
   */
  public static Optional<URL> wordsOfLanguage(String kind, String language) {
    return Languages.candidates(language).stream()
        .flatMap(code -> words(kind + "-" + code).stream())
        .findFirst();
  }

  /**
   * The names of all models for a tool, in alphabetical order, whether their files exist or not.
   *
   * @param folder where they are described, such as {@code org/gpchain/annotator/lib}
   * @param tool such as {@code chunker}; {@code *} for all
   */
  static List<String> of(String folder, String tool) {
    String pattern = "classpath*:" + folder + "/" + tool + "-*" + SUFFIX;
    try {
      return Arrays.stream(new PathMatchingResourcePatternResolver(loader()).getResources(pattern))
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
