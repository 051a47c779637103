package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.testing.AssertAnnotations;
import org.gpchain.core.model.Tagset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PosTagsetTest {
  private static final Tagset PENN =
      Tagset.of(List.of(",", ".", "DT", "IN", "JJ", "NN", "NNS", "VBD"));

  @TempDir private Path directory;
  private AnalysisEngine chunker;

  @BeforeEach
  void makeChunker() throws IOException, UIMAException {
    Path model = TestModels.write(TestModels.chunksWithPos(PENN), directory.resolve("pos.gpchain"));
    chunker = createEngine(GpChunker.class, GpChunker.PARAM_MODEL_LOCATION, model.toString());
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
    assertThatThrownBy(() -> chunker.process(document))
        .hasMessageContaining("'sat' at offset 8")
        .hasMessageContaining("'ptb' (DT, IN, JJ, NN, NNS, …)")
        .hasMessageContaining("GpSequenceTagger with the type " + POS._TypeName)
        .hasMessageContaining("the feature PosValue and the model tagger-en-masc");
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
    assertThatThrownBy(() -> chunker.process(document)).hasMessageContaining("'The' at offset 0");
  }

  @Test
  void refusesTagsOfAnotherTagset() throws UIMAException {
    JCas document =
        TestDocuments.tagged(
            "The cat sat . The cat sat . The cat sat .",
            "DET",
            "NOUN",
            "VERB",
            "PUNCT",
            "DET",
            "NOUN",
            "VERB",
            "PUNCT",
            "DET",
            "NOUN",
            "VERB",
            "PUNCT");
    assertThatThrownBy(() -> chunker.process(document))
        .hasMessageContaining("12 of 12 tokens")
        .hasMessageContaining("'ptb'")
        .hasMessageContaining("DET, NOUN, PUNCT, VERB, which look like 'ud'");
    assertThat(select(document, Chunk.class)).isEmpty();
  }

  @Test
  void refusesAShortDocumentIfAllTagsAreForeign() throws UIMAException {
    JCas document = TestDocuments.tagged("The cat sat", "DET", "NOUN", "VERB");
    assertThatThrownBy(() -> chunker.process(document)).hasMessageContaining("3 of 3 tokens");
  }

  @Test
  void acceptsRareTags() throws UIMAException {
    chunker.process(TestDocuments.tagged("The cat sat", "DT", "FW", "UH"));
    chunker.process(TestDocuments.tagged("cat sat", "FW", "UH"));
    chunker.process(
        TestDocuments.tagged(
            "a b c d e f g h i j", "FW", "FW", "FW", "FW", "FW", "NN", "NN", "NN", "NN", "NN"));
  }

  @Test
  void refusesADocumentIfMostTagsAreForeign() throws UIMAException {
    JCas document =
        TestDocuments.tagged(
            "a b c d e f g h i j", "FW", "FW", "FW", "FW", "FW", "FW", "NN", "NN", "NN", "NN");
    assertThatThrownBy(() -> chunker.process(document)).hasMessageContaining("6 of 10 tokens");
  }
}
