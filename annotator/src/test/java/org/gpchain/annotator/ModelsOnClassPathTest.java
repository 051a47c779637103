package org.gpchain.annotator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests with two artifacts, each with its models and its table of default variants. */
class ModelsOnClassPathTest {
  @TempDir private Path first;
  @TempDir private Path second;
  private ClassLoader before;
  private URLClassLoader loader;

  @BeforeEach
  void writeArtifacts() throws IOException {
    write(first, "ner-xx-big", "file");
    write(first, "ner-default-variants.map", "xx=big");
    write(second, "ner-yy-small", "file");
    write(second, "ner-yy-missing", null);
    write(second, "ner-default-variants.map", "yy=small\nzz=missing");
    write(second, "nerd-aa-a", null);
    Path jar = jar();
    before = Thread.currentThread().getContextClassLoader();
    loader =
        new URLClassLoader(
            new URL[] {first.toUri().toURL(), second.toUri().toURL(), jar.toUri().toURL()}, before);
    Thread.currentThread().setContextClassLoader(loader);
  }

  private Path jar() throws IOException {
    Path jar = second.resolve("models.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      // Maven adds entries for directories, which the search by pattern requires.
      for (String entry :
          List.of("org/", "org/gpchain/", "org/gpchain/annotator/", "org/gpchain/annotator/lib/")) {
        out.putNextEntry(new JarEntry(entry));
      }
      out.putNextEntry(new JarEntry("org/gpchain/annotator/lib/ner-aa-news.properties"));
      out.write("location=classpath:/none.gpchain".getBytes(StandardCharsets.UTF_8));
    }
    return jar;
  }

  @AfterEach
  void restoreClassLoader() throws IOException {
    Thread.currentThread().setContextClassLoader(before);
    loader.close();
  }

  /** Writes a table of variants, or the properties of a model and, unless null, its content. */
  private static void write(Path artifact, String name, String content) throws IOException {
    Path lib = Files.createDirectories(artifact.resolve("org/gpchain/annotator/lib"));
    if (name.endsWith(".map")) {
      Files.writeString(lib.resolve(name), content);
      return;
    }
    Files.writeString(
        lib.resolve(name + ".properties"),
        "location=classpath:/org/gpchain/annotator/lib/" + name + ".gpchain\n");
    if (content != null) {
      Files.writeString(lib.resolve(name + ".gpchain"), content);
    }
  }

  @Test
  void findsModelsByNameAndByLanguage() {
    for (String name : new String[] {"ner-xx-big", "ner-xx"}) {
      assertThat(ModelsOnClassPath.find(name))
          .hasValueSatisfying(url -> assertThat(url.getPath()).endsWith("ner-xx-big.gpchain"));
    }
    assertThat(ModelsOnClassPath.find("ner-yy"))
        .hasValueSatisfying(url -> assertThat(url.getPath()).endsWith("ner-yy-small.gpchain"));
  }

  @Test
  void findsNothingForUnknownOrMalformedNames() {
    for (String name : new String[] {"", "-", "ner", "ner-", "ner-zz", "ner-yy-missing", "a/b-c"}) {
      assertThat(ModelsOnClassPath.find(name)).as(name).isEmpty();
    }
  }

  @Test
  void listsTheModelsOfAToolInOrderAlsoFromJars() {
    assertThat(ModelsOnClassPath.of(ModelLookup.LIB, "ner"))
        .containsSubsequence("ner-aa-news", "ner-xx-big", "ner-yy-missing", "ner-yy-small")
        .doesNotContain("nerd-aa-a");
  }

  @Test
  void listsOnlyModelsWhoseFileExists() {
    assertThat(ModelsOnClassPath.names())
        .contains("ner-xx-big", "ner-yy-small")
        .doesNotContain("ner-yy-missing");
  }
}
