package org.gpchain.annotator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.gpchain.core.model.WordLocations;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.core.io.support.PropertiesLoaderUtils;
import org.springframework.util.ClassUtils;

/**
 * A finder of models and word resources on the class path, independent of a component.
 *
 * <p>Each model is described by a properties file. The name of the model is the name of this file
 * without its extension, {@code <tool>-<language>-<variant>}, such as {@code chunker-en-news}.
 */
public final class ModelsOnClassPath {
  private static final String SUFFIX = ".properties";
  private static final String DEFAULT_VARIANTS = "-default-variants.map";

  private ModelsOnClassPath() {}

  /**
   * Returns the class loader of the thread if it can load these components, and otherwise the class
   * loader of these components. The latter is needed in a PEAR, which has its own class loader that
   * the calling thread does not use.
   */
  static ClassLoader loader() {
    ClassLoader threadLoader = ClassUtils.getDefaultClassLoader();
    if (threadLoader != null && ClassUtils.isVisible(ModelsOnClassPath.class, threadLoader)) {
      return threadLoader;
    }
    return ModelsOnClassPath.class.getClassLoader();
  }

  /** Returns the names of all models whose files exist, in alphabetical order. */
  public static List<String> names() {
    return of(ModelLookup.LIB, "*").stream().filter(name -> file(name).isPresent()).toList();
  }

  /**
   * Returns the file of a model.
   *
   * @param name name of a model, or {@code <tool>-<language>} for the default variant of a language
   * @return empty if there is no such model, or its file does not exist
   */
  public static Optional<URL> find(String name) {
    Optional<URL> file = file(name);
    if (file.isPresent()) {
      return file;
    }
    Optional<String> variant = defaultVariant(name);
    if (variant.isEmpty()) {
      return Optional.empty();
    }
    return file(name + "-" + variant.get());
  }

  private static Optional<String> defaultVariant(String name) {
    int hyphen = name.indexOf('-');
    if (hyphen < 0) {
      return Optional.empty();
    }
    String tool = name.substring(0, hyphen);
    String language = name.substring(hyphen + 1);
    return Optional.ofNullable(defaultVariants(tool).getProperty(language));
  }

  /** Returns the default variants of a tool by language, from all artifacts on the class path. */
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

  /** Returns the location of the word resource with a name, such as {@code words-en}. */
  public static Optional<URL> words(String name) {
    return Optional.ofNullable(WordLocations.ofClassPath(loader()).named(name));
  }

  /**
   * Returns the default word resource of a language. For a regional language, such as {@code
   * en-US}, this may be the resource of the general language, such as {@code en}.
   *
   * @param kind {@code words} or {@code names}
   * @param language language code
   */
  public static Optional<URL> wordsOfLanguage(String kind, String language) {
    for (String code : Languages.candidates(language)) {
      Optional<URL> resource = words(kind + "-" + code);
      if (resource.isPresent()) {
        return resource;
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the names of all models of a tool, in alphabetical order. Models are included even if
   * their files do not exist.
   *
   * @param folder folder with the descriptions, such as {@code org/gpchain/annotator/lib}
   * @param tool name of the tool, such as {@code chunker}; {@code *} for all tools
   */
  static List<String> of(String folder, String tool) {
    String pattern = "classpath*:" + folder + "/" + tool + "-*" + SUFFIX;
    Resource[] descriptions;
    try {
      descriptions = new PathMatchingResourcePatternResolver(loader()).getResources(pattern);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }

    Set<String> names = new TreeSet<>();
    for (Resource description : descriptions) {
      String file = description.getFilename();
      names.add(file.substring(0, file.length() - SUFFIX.length()));
    }
    return List.copyOf(names);
  }
}
