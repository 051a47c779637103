package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;
import static org.gpchain.core.Refusals.assertRefused;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests models that refer to a shared word resource. */
class SharedWordsTest {
  private static final ClassLoader NO_LOADER = new URLClassLoader(new URL[0], null);
  private static final String FILE = "test" + WordLocations.SUFFIX;

  @TempDir private Path directory;

  private static WordResource whole() {
    return WordResourceFileTest.resource();
  }

  private static Model containing() {
    return ModelKinds.wordsModel();
  }

  private URL write(WordResource resource, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    Files.write(file, WordResourceFileTest.bytes(resource));
    return file.toUri().toURL();
  }

  private static Model read(byte[] model, WordReference.Resolver resolver) throws IOException {
    return ModelReader.read(new ByteArrayInputStream(model), Contents.EVERYTHING, resolver);
  }

  private WordLocations nextToModel() throws IOException {
    return WordLocations.ofClassPath(NO_LOADER).beside(directory.resolve("m").toUri().toURL());
  }

  @Test
  void sharingDoesNotChangePredictions() throws IOException {
    Model model = containing();
    byte[] file = ModelCase.write(model.sharing(whole()));
    assertThat(new String(file, StandardCharsets.ISO_8859_1)).doesNotContain("arrays/words-");
    URL url = write(whole(), directory.resolve("any.words"));
    Model read = read(file, WordLocations.ofClassPath(NO_LOADER).with(List.of(url)));
    assertThat(read.words().columns()).isEqualTo(model.words().columns());
    assertThat(read.tagger().tag(ModelKinds.WORDS).labels())
        .isEqualTo(model.tagger().tag(ModelKinds.WORDS).labels());
    assertThat(read.requiredColumns()).isEqualTo(model.requiredColumns());
    assertThat(ModelCase.write(read)).isEqualTo(file);
  }

  @Test
  void modelContainsColumnsThatAreNotInTheResource() throws IOException {
    Model model = containing();
    WordResource withoutLexicon = whole().only(List.of("cluster2", "cluster4", "state"));
    Model shared = model.sharing(withoutLexicon);
    assertThat(shared.features().shared().reference().columns())
        .isSubsetOf(withoutLexicon.columns())
        .doesNotContain("places");
    Model read = read(ModelCase.write(shared), reference -> withoutLexicon);
    assertThat(read.words().columns()).isEqualTo(model.words().columns());
    assertThat(read.words().addTo(ModelKinds.WORDS, new Workspace()))
        .isEqualTo(model.words().addTo(ModelKinds.WORDS, new Workspace()));
  }

  @Test
  void modelWithoutWordsDoesNotReferToTheResource() {
    Model model = ModelKinds.model();
    assertThat(model.sharing(whole())).isSameAs(model);
  }

  @Test
  void unusedColumnsAreNotWritten() throws IOException {
    Map<String, List<String>> arrays =
        Map.of(
            "cluster2", List.of("known", "classes", "clusters-cluster2"),
            "state", List.of("known", "classes", "state-"),
            "places", List.of("lexicon-places"));
    for (String column : arrays.keySet()) {
      byte[] part = WordResourceFileTest.bytes(whole().only(List.of(column)));
      for (String name : ModelFile.of(part).entries().keySet()) {
        assertThat(!name.contains("words-") || isOfColumn(name, arrays.get(column))).isTrue();
      }
    }
  }

  private static boolean isOfColumn(String name, List<String> prefixes) {
    return prefixes.stream().anyMatch(prefix -> name.startsWith("arrays/words-" + prefix));
  }

  @Test
  void resourceIsFoundOnTheClassPath() throws IOException {
    byte[] file = ModelCase.write(containing().sharing(whole()));
    write(whole(), directory.resolve(WordLocations.FOLDER + FILE));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()}, null)) {
      assertThat(read(file, WordLocations.ofClassPath(loader)).words()).isNotNull();
      ClassLoader before = Thread.currentThread().getContextClassLoader();
      Thread.currentThread().setContextClassLoader(loader);
      try {
        assertThat(ModelReader.read(new ByteArrayInputStream(file), Contents.DECODING).words())
            .isNotNull();
      } finally {
        Thread.currentThread().setContextClassLoader(before);
      }
    }
  }

  @Test
  void resourceIsFoundNextToTheModel() throws IOException {
    Path folder = Files.createDirectory(directory.resolve("a # b%20c é"));
    WordResource renamed = named("my #1 words", whole());
    byte[] file = ModelCase.write(containing().sharing(renamed));
    write(renamed, folder.resolve("my #1 words.words"));
    URL model = folder.resolve("x.gpchain").toUri().toURL();
    assertThat(read(file, WordLocations.ofClassPath(NO_LOADER).beside(model)).words()).isNotNull();
  }

  private static WordResource named(String name, WordResource resource) {
    return new WordResource(
        name,
        resource.language(),
        resource.numbers(),
        resource.clusters(),
        resource.states(),
        resource.lexicons(),
        resource.names(),
        new WordOrigin(List.of(), "", "other", 1, Map.of(), "test"));
  }

  @Test
  void hashDependsOnTheContent() throws IOException {
    String hash = WordResourceFile.reference(whole()).sha256();
    assertThat(WordResourceFile.reference(named("other", whole())).sha256()).isEqualTo(hash);
    URL url = write(whole(), directory.resolve(FILE));
    assertThat(WordResourceFile.reference(url.openStream()).sha256()).isEqualTo(hash);
    assertThat(WordResourceFile.reference(whole().only(List.of("state"))).sha256())
        .isNotEqualTo(hash);
    Lexicon folding = new Lexicon(whole().lexicons().get("places").entries(), true);
    assertThat(WordResourceFile.reference(whole().with("places", folding)).sha256())
        .isNotEqualTo(hash);
  }

  @Test
  void resourceIsReadOnceForSeveralModels() throws IOException {
    byte[] first = ModelCase.write(containing().sharing(whole()));
    byte[] second = ModelCase.write(containing().sharing(named("other", whole())));
    write(whole(), directory.resolve(FILE));
    write(whole(), directory.resolve("other.words"));
    WordLocations locations = nextToModel();
    Model firstModel = read(first, locations);
    Model secondModel = read(second, locations);
    assertThat(secondModel.features().shared().resource())
        .isSameAs(firstModel.features().shared().resource());
    assertThat(secondModel.words().numbers()).isSameAs(firstModel.words().numbers());
  }

  @Test
  void messageNamesTheMissingResource() throws IOException {
    byte[] file = ModelCase.write(containing().sharing(whole()));
    String hash = WordResourceFile.reference(whole()).sha256();
    WordLocations locations = nextToModel();
    assertFails(
        WordReference.MissingException.class,
        () -> read(file, locations),
        "'test'",
        hash,
        "there is no resource of this name",
        "--words");
    WordResource wrong = whole().only(List.of("state"));
    write(wrong, directory.resolve(FILE));
    assertFails(
        WordReference.MissingException.class,
        () -> read(file, locations),
        hash,
        WordResourceFile.reference(wrong).sha256(),
        FILE);
    Files.writeString(directory.resolve(FILE), "no resource");
    assertFails(
        WordReference.MissingException.class,
        () -> read(file, locations),
        FILE,
        "is not a word resource");

    // The right resource is found even if a wrong one is listed first.
    URL right = write(whole(), directory.resolve("right.words"));
    assertThat(read(file, locations.with(List.of(directory.resolve(FILE).toUri().toURL(), right))))
        .isNotNull();
  }

  @Test
  void modelsAndWordResourcesAreNotMixedUp() throws IOException {
    URL words = write(whole(), directory.resolve(FILE));
    assertFails(
        ModelFormatException.class,
        () -> ModelReader.read(words.openStream(), Contents.DECODING),
        "this is a word resource, not a GPChain model; use a file that gpchain train wrote");
    assertFails(
        ModelFormatException.class,
        () -> WordResourceFile.read(new ByteArrayInputStream(ModelCase.write(containing()))),
        "this is a GPChain model, not a word resource; use a file that gpchain words wrote");
  }

  @Test
  void namesMustBeFileNames() {
    for (String name : List.of("", "../x", "a\\b", "c:d")) {
      assertRefused(() -> new WordReference(name, "en", "00", List.of()));
    }
  }
}
