package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_FEATURE;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_KERNEL_ROUNDS;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_SUBTYPES_AS_LABELS;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_TAG_SCHEME;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_TARGET_LOCATION;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_TASK;
import static org.gpchain.training.uima.GpSequenceTaggerTrainer.PARAM_TYPE;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Location;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpSequenceTaggerTrainerTest {
  @TempDir private Path directory;

  private Model train(JCas document, Object... parameters) throws UIMAException, IOException {
    Path file = directory.resolve("model.gpchain");
    List<Object> all = new ArrayList<>(List.of(parameters));
    all.addAll(List.of(PARAM_TARGET_LOCATION, file.toString(), PARAM_KERNEL_ROUNDS, 0));
    AnalysisEngine trainer = createEngine(GpSequenceTaggerTrainer.class, all.toArray());
    trainer.process(document);
    trainer.collectionProcessComplete();
    trainer.destroy();
    try (InputStream in = Files.newInputStream(file)) {
      return ModelReader.read(in, Contents.DECODING);
    }
  }

  private static JCas document() throws UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class)
        .buildTokens(document, "to Ostrey by boat\nto Wexley by train");
    document.setDocumentLanguage("en");
    new Location(document, 3, 9).addToIndexes();
    new Location(document, 21, 27).addToIndexes();
    return document;
  }

  @Test
  void learnsSubtypesOfAnyType() throws UIMAException, IOException {
    Model model =
        train(
            document(),
            PARAM_TYPE,
            NamedEntity._TypeName,
            PARAM_SUBTYPES_AS_LABELS,
            true,
            PARAM_TASK,
            "places");
    assertThat(model.task().name()).isEqualTo("places");
    assertThat(model.labels().labels()).containsExactly("B-Location", "I-Location", "O");
  }

  @Test
  void learnsLabelsOfTokens() throws UIMAException, IOException {
    JCas document = document();
    String[] tags = {"ADP", "PROPN", "ADP", "B-NOUN", "ADP", "PROPN", "ADP", "O"};
    int next = 0;
    for (Token token : document.select(Token.class).asList()) {
      POS pos = new POS(document, token.getBegin(), token.getEnd());
      pos.setPosValue(tags[next++]);
      pos.addToIndexes();
    }
    Model model =
        train(
            document,
            PARAM_TYPE,
            POS._TypeName,
            PARAM_FEATURE,
            "PosValue",
            PARAM_TAG_SCHEME,
            TagScheme.TOKEN);
    assertThat(model.scheme()).isEqualTo(TagScheme.TOKEN);
    assertThat(model.labels().labels()).containsExactly("ADP", "B-NOUN", "O", "PROPN");
    assertThat(model.tagger().tag(TokenSequence.ofWords(List.of("to", "Wexley", "by"))).labels())
        .containsExactly("ADP", "PROPN", "ADP");
  }

  @Test
  void needsAFeatureOrTheNamesOfTypes() {
    assertThatThrownBy(() -> train(document(), PARAM_TYPE, NamedEntity._TypeName))
        .hasStackTraceContaining("name the feature, or take sub-types as labels");
  }
}
