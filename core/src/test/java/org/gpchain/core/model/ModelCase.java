package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Outcome;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;

/** Creates small models, and reads and writes them. */
public final class ModelCase {
  /** Training run of the models. */
  public static final TrainingRun RUN = new TrainingRun(1.5, 2, -12.25, "converged");

  private ModelCase() {}

  /** Returns the provenance of the models. */
  public static Provenance provenance() {
    return new Provenance(
        Map.of("cutoff", "1", "algorithm", "svi", "näme", "\"quoted\"\n"),
        42,
        "00ff",
        10,
        31,
        "0.1.0");
  }

  /** Returns a model without a covariance, and with a training run. */
  public static Model plugIn(long seed, TagScheme scheme) {
    TaggerCase parts = TaggerCase.of(seed, scheme);
    DecoupledPosterior posterior =
        new DecoupledPosterior(
            parts.labels().size(),
            parts.posterior().weights(),
            parts.posterior().pairwiseMean(),
            parts.posterior().pairwiseVariance(),
            null);
    return model(parts, posterior, RUN);
  }

  /** Returns a model with a given posterior, and without a training run. */
  public static Model of(TaggerCase parts, Posterior posterior) {
    return model(parts, posterior, null);
  }

  private static Model model(TaggerCase parts, Posterior posterior, TrainingRun run) {
    return new Model(
        new ModelTask("chunk", "en", parts.scheme(), parts.labels()),
        Features.of(
            parts.vocabulary(),
            new Prior(new double[] {0.5, 0.3, 0.1}, 0.7),
            Tagset.of(List.of("NN", "DT", "IN"))),
        posterior,
        Calibration.NONE,
        provenance(),
        run);
  }

  /** Returns a copy of a model with other soft columns. */
  public static Model withSoftColumns(Model model, List<String> columns) {
    return with(
        model,
        new Features(
            model.vocabulary(),
            model.prior(),
            model.features().tagset(),
            ColumnSources.of(model.words(), columns)),
        model.posterior());
  }

  /** Returns a copy of a model with other features and another posterior. */
  public static Model with(Model model, Features features, Posterior posterior) {
    return new Model(
        model.task(), features, posterior, model.calibration(), model.provenance(), model.run());
  }

  /** Returns the posterior of a model with a decoupled posterior. */
  public static DecoupledPosterior decoupled(Model model) {
    return (DecoupledPosterior) model.posterior();
  }

  /** Returns the file of a model. */
  public static byte[] write(Model model) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ModelWriter.write(model, out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  /** Reads a model. */
  public static Model read(byte[] file, Contents contents) throws IOException {
    return ModelReader.read(new ByteArrayInputStream(file), contents);
  }

  /** Checks that a file is rejected as damaged, with a one-line message that contains all parts. */
  public static void assertCorrupt(byte[] file, Contents contents, String... messages) {
    assertThatExceptionOfType(ModelFormatException.Corrupt.class)
        .isThrownBy(() -> read(file, contents))
        .withMessageStartingWith("the model file is damaged or is not a GPChain model: ")
        .withMessageEndingWith("; copy it again, or train it again")
        .withMessageNotContainingAny("\n", "Exception", "Cannot invoke")
        .satisfies(e -> assertThat(List.of(messages)).allMatch(e.getMessage()::contains));
  }

  /** Reads a model with its covariance. */
  public static Model readAll(byte[] file) {
    try {
      return read(file, Contents.EVERYTHING);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * Checks that two models have exactly the same predictions for sentences of different lengths.
   */
  public static void assertSamePredictions(Model actual, Model expected, DecodingOptions options) {
    Draws draws = new Draws(1);
    Tagger first = actual.tagger(options);
    Tagger second = expected.tagger(options);
    for (int length = 0; length < 8; length++) {
      TokenSequence sentence = TaggerCase.sentence(draws, length);
      assertThat(Outcome.of(first.tag(sentence))).isEqualTo(Outcome.of(second.tag(sentence)));
    }
  }
}
