package org.gpchain.annotator;

import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.annotator.TestEngines.assertRefuses;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.TagsetDescription;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.testing.AssertAnnotations;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.TagScheme;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PosTagsetTest {
  private static final Tagset PENN =
      Tagset.of(List.of(",", ".", "DT", "IN", "JJ", "NN", "NNS", "VBD"));

  @TempDir private Path directory;
  private AnalysisEngine chunker;

  @BeforeEach
  void makeChunker() throws IOException, UIMAException {
    Path model = TestModels.write(TestModels.chunksWithPos(PENN), directory.resolve("pos.gpchain"));
    chunker = TestEngines.engine(GpChunker.class, model);
  }

  @Test
  void annotatesADocumentWithTheRightTags() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat sat .", "DT", "NN", "VBD", ".");
    chunker.process(document);
    assertThat(select(document, Chunk.class)).hasSize(2);
    AssertAnnotations.assertTagset(POS.class, "ptb", PENN.tags().toArray(String[]::new), document);
  }

  @Test
  void saysThatAPartOfSpeechIsMissing() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat sat .", "DT", "NN", null, ".");
    assertRefuses(
        chunker,
        document,
        "'sat' at offset 8",
        "'ptb' (DT, IN, JJ, NN, NNS, …)",
        "GpSequenceTagger with the type " + POS._TypeName,
        "the feature PosValue and the model tagger-en-masc");
  }

  @Test
  void namesTheTaggerThatHasTheTags() {
    assertThat(ModelInput.need(new Tagset("other", List.of("inf-merke", "subst", "verb"))))
        .contains("tagger-nb-ndt");
    assertThat(ModelInput.need(new Tagset("other", List.of("N", "V"))))
        .contains("OpenNlpPosTagger");
  }

  @Test
  void saysThatAPartOfSpeechHasNoValue() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat", "DT", "NN");
    select(document, POS.class).forEach(pos -> pos.setPosValue(null));
    assertRefuses(chunker, document, "'The' at offset 0");
  }

  @Test
  void refusesTagsOfAnotherTagset() throws UIMAException {
    JCas document =
        TestDocuments.tagged(
            "The cat sat . ".repeat(3).trim(), "DET NOUN VERB PUNCT ".repeat(3).trim().split(" "));
    assertRefuses(
        chunker,
        document,
        "12 of 12 tokens",
        "'ptb'",
        "DET, NOUN, PUNCT, VERB, which look like 'ud'",
        "the parameter posModelLocation");
    assertThat(select(document, Chunk.class)).isEmpty();
  }

  /** A location, or a name with the language of the model in it. */
  @ParameterizedTest
  @ValueSource(strings = {"{}", "tagger-${language}-penn"})
  void readsAndChangesNoTagsIfItHasATagger(String location) throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      Path tagger =
          models.add(
              "tagger-en-penn",
              TestModels.model(
                  "pos",
                  "en",
                  TagScheme.TOKEN,
                  Map.of("The", "DT", "cat", "NN", "sat", "VBD", ".", ".", "a", "JJ"),
                  null));
      JCas document = TestDocuments.tagged("The cat sat .", "DET", "NOUN", "VERB", null);
      selfTagging(location.replace("{}", tagger.toString())).process(document);
      assertThat(select(document, Chunk.class)).hasSize(2);
      assertThat(select(document, POS.class))
          .extracting(POS::getPosValue)
          .containsExactly("DET", "NOUN", "VERB");
      assertThat(select(document, TagsetDescription.class))
          .extracting(TagsetDescription::getLayer)
          .containsExactly(Chunk._TypeName);
    }
  }

  private AnalysisEngine selfTagging(String location) throws UIMAException {
    return TestEngines.engine(
        GpChunker.class,
        directory.resolve("pos.gpchain"),
        GpChunker.PARAM_POS_MODEL_LOCATION,
        location);
  }

  @Test
  void refusesATaggerThatCannotServe() throws Exception {
    JCas document = TestDocuments.tokens("en", "The cat sat");
    Path tagger = directory.resolve("tagger.gpchain");
    TestModels.write(TestModels.tokenLabels(), tagger);
    assertRefuses(
        selfTagging(tagger.toString()),
        document,
        tagger + " gives parts of speech of the tagset 'ud' (DET, NOUN, VERB), not of 'ptb' (DT,");
    TestModels.write(TestModels.chunks(), tagger);
    assertRefuses(selfTagging(tagger.toString()), document, "the tagset 'other' (B-NP");
    assertRefuses(selfTagging("tagger-xx"), document, "cannot read the model tagger-xx: ");
  }

  @Test
  void refusesAShortDocumentIfAllTagsAreForeign() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat sat", "DET", "NOUN", "VERB");
    assertRefuses(chunker, document, "3 of 3 tokens");
  }

  @Test
  void acceptsRareTagsUnlessMostAreForeign() throws UIMAException {
    chunker.process(TestDocuments.tagged("The cat sat", "DT", "FW", "UH"));
    chunker.process(TestDocuments.tagged("cat sat", "FW", "UH"));
    String ten = "a b c d e f g h i j";
    chunker.process(TestDocuments.tagged(ten, "FW FW FW FW FW NN NN NN NN NN".split(" ")));
    assertRefuses(
        chunker,
        TestDocuments.tagged(ten, "FW FW FW FW FW FW NN NN NN NN".split(" ")),
        "6 of 10 tokens");
  }
}
