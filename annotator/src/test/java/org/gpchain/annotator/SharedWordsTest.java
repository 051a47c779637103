package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.model.ColumnSources;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.WordLocations;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordNumbers;
import org.gpchain.core.words.WordOrigin;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of engines whose models refer to a shared word resource. */
class SharedWordsTest {
  @TempDir private Path directory;

  private static WordResource words() {
    return new WordResource(
        "shared",
        "en",
        new WordNumbers(List.of("London", "Paris", "in"), List.of()),
        new TreeMap<>(Map.of("cluster2", new int[] {0, 0, 1})),
        null,
        new TreeMap<>(),
        null,
        new WordOrigin(List.of(), "", "", 3, Map.of(), "test"));
  }

  /** Returns a model in which the words of cluster 0 are names. */
  private static Model model() {
    VocabularyBuilder builder =
        new VocabularyBuilder(
            TemplateSet.parse("U:%x[0,cluster2]\nB", List.of(TokenSequence.WORD, "cluster2")));
    builder.add(words().addTo(TokenSequence.ofWords(List.of("London", "in")), new Workspace()));
    Vocabulary vocabulary = builder.freeze(1);
    int inside = vocabulary.symbols().indexOf("0") == vocabulary.tuples().get(0)[0] ? 0 : 1;

    float[] weights = new float[4];
    weights[2 * inside] = 8;
    weights[2 * (1 - inside) + 1] = 8;

    return new Model(
            new ModelTask("ne", "en", TagScheme.IOB2, LabelSet.of(List.of("B-LOC", "O"))),
            new Features(
                vocabulary,
                Prior.of(vocabulary.groupCount(), 1, 1),
                null,
                ColumnSources.of(words(), List.of())),
            new DecoupledPosterior(2, weights, new double[4], new double[4], null),
            new Provenance(Map.of(), 1, "", 1, 2, "test"))
        .sharing(words());
  }

  private static List<String> names(Object... parameters) throws Exception {
    JCas document = TestDocuments.tokens("en", "in London in Paris");
    createEngine(GpNamedEntityRecognizer.class, parameters).process(document);
    return document.select(ScoredSegment.class).map(ScoredSegment::getCoveredText).toList();
  }

  @Test
  void findsWordsNextToTheModelOrAtTheirLocation() throws Exception {
    Path model = TestModels.write(model(), directory.resolve("ner.gpchain"));
    Path other = TestModels.write(words(), directory.resolve("elsewhere/any.words"));
    Object[] modelOnly = {GpNamedEntityRecognizer.PARAM_MODEL_LOCATION, model.toString()};
    Object[] withWords = {
      modelOnly[0], modelOnly[1], GpNamedEntityRecognizer.PARAM_WORDS_LOCATION, other.toString()
    };

    assertThatThrownBy(() -> names(modelOnly))
        .hasMessageContainingAll(
            "ner.gpchain", "needs the word resource 'shared'", "wordsLocation");
    assertThat(names(withWords)).containsExactly("London", "Paris");

    Files.move(other, directory.resolve("shared.words"));
    assertThat(names(modelOnly)).containsExactly("London", "Paris");
    assertThatThrownBy(() -> names(withWords))
        .hasMessageContaining("there is no word resource at " + other);
  }

  @Test
  void findsWordsOnTheClassPathForAModelFoundByLanguage() throws Exception {
    Path classes = Path.of(getClass().getResource("/").toURI());
    Path file = classes.resolve(WordLocations.FOLDER + "shared.words");
    try (ClassPathModels models = new ClassPathModels()) {
      models.add("ner-en-shared", model());
      Object[] parameters = {GpNamedEntityRecognizer.PARAM_VARIANT, "shared"};
      assertThatThrownBy(() -> names(parameters))
          .hasMessageContaining("the word resource 'shared'");
      TestModels.write(words(), file);
      assertThat(names(parameters)).containsExactly("London", "Paris");
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
