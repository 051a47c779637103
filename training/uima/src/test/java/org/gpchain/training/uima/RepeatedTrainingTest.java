package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.model.Model;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a trainer that learns several collections. */
class RepeatedTrainingTest {
  @TempDir private Path directory;
  private AnalysisEngine trainer;

  @BeforeEach
  void makeTrainer() throws UIMAException {
    trainer =
        createEngine(
            GpNamedEntityRecognizerTrainer.class,
            "targetLocation",
            file().toString(),
            "kernelRounds",
            0);
  }

  private Path file() {
    return directory.resolve("a b.gpchain");
  }

  /** Trains on one document of two sentences, and returns the model. */
  private Model learn(String language) throws Exception {
    JCas document = TrainerParametersTest.document(0);
    document.setDocumentLanguage(language);
    trainer.process(document);
    trainer.collectionProcessComplete();
    Model model = TrainerParametersTest.read(file());
    assertThat(model.provenance().sentences()).isEqualTo(2);
    return model;
  }

  @Test
  void secondCollectionStartsFromScratch() throws Exception {
    assertThat(learn("en").language()).isEqualTo("en");
    assertThat(learn("de").language()).isEqualTo("de");
  }

  /** The document before the reconfiguration has another language than the document after it. */
  @Test
  void reconfiguredTrainerStartsFromScratch() throws Exception {
    trainer.process(TrainerParametersTest.document(1));
    trainer.reconfigure();
    assertThat(learn("de").language()).isEqualTo("de");
  }

  @Test
  void removedParameterHasNoEffect() throws Exception {
    for (String given : new String[] {"nb", null}) {
      trainer.setConfigParameterValue("language", given);
      trainer.reconfigure();
      assertThat(learn("en").language()).isEqualTo(given == null ? "en" : given);
    }
  }

  @Test
  void languageOfBlankDocumentsIsNotChecked() throws Exception {
    AnalysisEngine english =
        createEngine(
            GpNamedEntityRecognizerTrainer.class,
            "targetLocation",
            directory.resolve("english.gpchain").toString(),
            "namesLocation",
            GpChunkerTrainerTest.names(directory).toString());
    english.process(JCasFactory.createText(" ", "fr"));
    assertThatThrownBy(() -> english.process(JCasFactory.createText("x", "fr")))
        .hasMessageContaining("is in 'fr'");
  }

  @Test
  void targetMayBeAUrl() throws Exception {
    trainer.setConfigParameterValue("targetLocation", file().toUri().toString());
    trainer.reconfigure();
    assertThat(learn("en").language()).isEqualTo("en");
  }
}
