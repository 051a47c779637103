package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Filter;
import java.util.logging.Logger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.VectorModels;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.HashVectors;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.training.ToyCorpus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link ModelTrainer} and {@link GpChain}. */
class ModelTrainerTest {
  @TempDir private Path folder;

  private static ModelTrainer trainer() {
    return GpChain.trainer("ne").templates(ToyCorpus.TEMPLATES);
  }

  @Test
  void aSavedAndLoadedModelTagsLikeTheTrainedModel() throws IOException {
    List<LabeledSequence> sentences = ToyCorpus.sentences(30, 1);
    Model model = trainer().language("en").train(sentences);
    Path file = folder.resolve("toy.gpchain");
    GpChain.save(model, file);

    LabeledSequence unseen = ToyCorpus.sentences(1, 2).get(0);
    List<ScoredSpan> expected = model.tagger().tag(unseen.tokens()).spans();
    assertThat(expected).extracting(ScoredSpan::span).isEqualTo(unseen.spans());
    assertThat(GpChain.load(file).tag(unseen.tokens()).spans()).isEqualTo(expected);
    assertThat(GpChain.loadModel(file).language()).isEqualTo("en");
  }

  @Test
  void theModelDoesNotDependOnTheNumberOfThreads() throws IOException {
    List<LabeledSequence> sentences = ToyCorpus.sentences(30, 1);
    LabeledSequence unseen = ToyCorpus.sentences(1, 3).get(0);
    Model ofOneThread = trainer().threads(1).seed(7).train(sentences);
    Model ofTwoThreads = trainer().threads(2).seed(7).train(sentences);
    assertThat(ofTwoThreads.tagger().tag(unseen.tokens()).marginals())
        .isEqualTo(ofOneThread.tagger().tag(unseen.tokens()).marginals());
  }

  @Test
  void settingsAreAppliedToTheModel() throws IOException {
    Model model =
        trainer()
            .scheme(TagScheme.IOBES)
            .cutoff(2)
            .calibrationFolds(0)
            .words(null)
            .train(ToyCorpus.sentences(30, 1));
    assertThat(model.scheme()).isEqualTo(TagScheme.IOBES);
    assertThat(model.provenance().settings()).containsEntry("cutoff", "2");
    assertThat(model.calibration().hasLearnedScales()).isFalse();
  }

  @Test
  void wrongUseIsExplained() {
    List<LabeledSequence> sentences = ToyCorpus.sentences(3, 1);
    assertThatThrownBy(() -> trainer().train(List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there must be at least one sentence to train on");
    assertThatThrownBy(() -> GpChain.trainer("genes").train(sentences))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no default templates for the task 'genes'");
    assertThatThrownBy(() -> trainer().threads(0).train(sentences))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("threads");
  }

  @Test
  void theErrorNamesAMissingEncoder() {
    List<LabeledSequence> sentences = ToyCorpus.sentences(3, 1);
    Path missing = folder.resolve("none");
    assertThatThrownBy(() -> trainer().encoder("en").train(sentences))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("en: the encoder cannot be used")
        .hasMessageContaining("org.gpchain:gpchain-encoder");
    assertThatThrownBy(() -> trainer().encoder(missing).train(sentences))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(missing + ": the encoder cannot be used");
    assertThatThrownBy(() -> GpChain.load(Path.of("ner-en"), missing))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(missing + ": the encoder cannot be used");
  }

  /** An encoder for German. */
  private static final class GermanVectors implements TokenVectors {
    private static final String ID = "german@api";

    private final TokenVectors vectors = new HashVectors(ID, VectorModels.INPUTS);

    @Override
    public int dimension() {
      return vectors.dimension();
    }

    @Override
    public String id() {
      return ID;
    }

    @Override
    public Optional<String> language() {
      return Optional.of("de");
    }

    @Override
    public DenseRows vectors(TokenSequence sentence) {
      return vectors.vectors(sentence);
    }
  }

  private List<String> warningsOfLoading(Model model) throws IOException {
    Path file = folder.resolve("vectors.gpchain");
    GpChain.save(model, file);

    List<String> warnings = new ArrayList<>();
    Logger logger = Logger.getLogger(GpChain.class.getName());
    Filter filter = logger.getFilter();
    logger.setFilter(record -> !warnings.add(record.getMessage()));
    try {
      GpChain.load(file);
    } finally {
      logger.setFilter(filter);
    }
    return warnings;
  }

  @Test
  void anEncoderForAnotherLanguageIsLogged() throws IOException {
    Encoders.add(new GermanVectors());
    assertThat(warningsOfLoading(VectorModels.of(GermanVectors.ID)))
        .singleElement()
        .asString()
        .contains("german@api is for the language 'de', but the model is for 'en'");
    assertThat(warningsOfLoading(VectorModels.of(VectorModels.ENCODER))).isEmpty();
  }

  @Test
  void theErrorNamesAMissingModel() {
    Path missing = folder.resolve("none.gpchain");
    assertThatThrownBy(() -> GpChain.load(missing))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(missing.toString())
        .hasMessageContaining("there is no such file");
  }
}
