package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Refusals.assertFails;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.NameKindsTest;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.words.WordStates;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.hmm.HiddenMarkovModel;
import org.junit.jupiter.api.Test;

class WordResourceFileTest {
  private static final TokenSequence SENTENCE =
      TokenSequence.ofWords(List.of("The", "cat", "😀", "in", "Port", "Ansel"));

  @Test
  void resourceIsNotChangedByWriting() throws IOException {
    WordResource resource = resource();
    byte[] bytes = bytes(resource);
    WordResource read = WordResourceFile.read(new ByteArrayInputStream(bytes));
    assertThat(read.columns()).containsExactly("cluster2", "cluster4", "state", "places");
    assertThat(read.addTo(SENTENCE, new Workspace()))
        .isEqualTo(resource.addTo(SENTENCE, new Workspace()));
    assertThat(bytes(read)).isEqualTo(bytes);
    assertThat(read.origin()).isEqualTo(resource.origin());
  }

  @Test
  void partOfAResourceIsWritten() throws IOException {
    WordResource lexicon = resource().only(List.of("places", "word"));
    assertThat(lexicon.numbers()).isNull();
    WordResource read = WordResourceFile.read(new ByteArrayInputStream(bytes(lexicon)));
    assertThat(read.columns()).containsExactly("places");
    assertThat(read.addTo(SENTENCE, new Workspace()).column("places"))
        .containsExactly("O", "O", "O", "O", "B", "I");
  }

  @Test
  void damagedFilesAreRejected() throws IOException {
    byte[] bytes = bytes(resource());
    for (int cut : new int[] {0, 10, bytes.length / 3, bytes.length / 2}) {
      assertFails(
          ModelFormatException.class,
          () -> WordResourceFile.read(new ByteArrayInputStream(bytes, 0, cut)));
    }
    assertFails(
        ModelFormatException.class,
        () -> ModelReader.read(new ByteArrayInputStream(bytes), ModelReader.Contents.DECODING));
  }

  static byte[] bytes(WordResource resource) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    WordResourceFile.write(resource, out);
    return out.toByteArray();
  }

  static WordResource resource() {
    WordNumbers numbers =
        new WordNumbers(List.of("the", "cat", "in"), List.of(WordNumbers.shapeClassOf("Port")));
    double[] emissions = {0.6, 0.1, 0.1, 0.3, 0.1, 0.2, 0.1, 0.3, 0.1, 0.1};
    HiddenMarkovModel model =
        new HiddenMarkovModel(
            new double[] {0.7, 0.3}, new double[] {0.1, 0.9, 0.6, 0.4}, emissions);
    return new WordResource(
        "test",
        "en",
        numbers,
        new TreeMap<>(Map.of("cluster2", new int[] {0, 1, 0}, "cluster4", new int[] {0, 1, 2})),
        WordStates.of(model),
        new TreeMap<>(Map.of("places", new Lexicon(List.of("Port Ansel"), false))),
        null,
        new WordOrigin(List.of("a.txt"), "CC0", "", 100, Map.of("cutoff", "5"), "0.1"));
  }

  /** Returns a resource with names only. */
  static WordResource names() {
    return new WordResource(
        "names",
        "en",
        null,
        new TreeMap<>(),
        null,
        new TreeMap<>(),
        NameKindsTest.of(new TreeMap<>(Map.of("place", List.of("Port Ansel", "Cat")))),
        new WordOrigin(List.of("list.txt"), "CC BY", "of somebody", 0, Map.of(), "0.1"));
  }

  @Test
  void kindsOfNamesAreStored() throws IOException {
    for (WordResource resource : List.of(names(), resource().and(names()))) {
      WordResource read = WordResourceFile.read(new ByteArrayInputStream(bytes(resource)));
      assertThat(bytes(read)).isEqualTo(bytes(resource));
      assertThat(read.addTo(SENTENCE, new Workspace()))
          .isEqualTo(resource.addTo(SENTENCE, new Workspace()));
      assertThat(read.origin().attribution()).isEqualTo("of somebody");
    }
    WordResource both = resource().and(names());
    assertThat(both.origin().licence()).isEqualTo("CC0; CC BY");
    assertThat(both.and(names()).origin()).isEqualTo(both.origin());
    assertThat(resource().and(both).origin()).isEqualTo(both.origin());
  }
}
