package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.annotator.GpNamedEntityRecognizer.PARAM_MODEL_LOCATION;
import static org.gpchain.annotator.GpNamedEntityRecognizer.PARAM_SAMPLES;
import static org.gpchain.training.uima.GpNamedEntityRecognizerTrainer.PARAM_INDUCING;
import static org.gpchain.training.uima.GpNamedEntityRecognizerTrainer.PARAM_TARGET_LOCATION;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Location;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.nio.file.Path;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpNamedEntityRecognizerTrainerTest {
  private static final String[] PLACES = {"Ostrey", "Tarrin", "Wexley", "Dunmarrow", "Corvenna"};

  @TempDir private Path directory;

  private static JCas document(String text) throws UIMAException {
    JCas document = JCasFactory.createJCas();
    new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, text);
    document.setDocumentLanguage("en");
    return document;
  }

  @Test
  void learnsWithoutPartsOfSpeech() throws UIMAException {
    String model = directory.resolve("ne.gpchain").toString();
    AnalysisEngine trainer =
        createEngine(
            GpNamedEntityRecognizerTrainer.class, PARAM_TARGET_LOCATION, model, PARAM_INDUCING, 20);
    for (String place : PLACES) {
      JCas document = document("the ferry to " + place + " was late .");
      Location location = new Location(document, 13, 13 + place.length());
      location.setValue("LOC");
      location.addToIndexes();
      trainer.process(document);
    }
    trainer.collectionProcessComplete();
    trainer.destroy();

    JCas document = document("the train to Halder was late .");
    createEngine(GpNamedEntityRecognizer.class, PARAM_MODEL_LOCATION, model, PARAM_SAMPLES, 16)
        .process(document);
    assertThat(JCasUtil.select(document, NamedEntity.class))
        .extracting(NamedEntity::getCoveredText)
        .containsExactly("Halder");
    assertThat(JCasUtil.selectSingle(document, ScoredSegment.class).getValue_score())
        .isBetween(0.2, 1.0);
  }
}
