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

/** Small models, and their way to bytes and back. */
public final class ModelCase {
  public static final TrainingRun RUN = new TrainingRun(1.5, 2, -12.25, "converged");

  private ModelCase() {}

  public static Provenance provenance() {
    return new Provenance(
        Map.of("cutoff", "1", "algorithm", "svi", "näme", "\"quoted\"\n"),
        42,
        "00ff",
        10,
        31,
        "0.1.0");
  }

  /** A model with a mean only, and with a run. */
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

  public static Model withSoftColumns(Model model, List<String> columns) {
    return new Model(
        model.task(),
        new Features(
            model.vocabulary(),
            model.prior(),
            model.features().tagset(),
            ColumnSources.of(model.words(), columns)),
        model.posterior(),
        model.calibration(),
        model.provenance(),
        model.run());
  }

  public static DecoupledPosterior decoupled(Model model) {
    return (DecoupledPosterior) model.posterior();
  }

  public static byte[] write(Model model) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ModelWriter.write(model, out);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return out.toByteArray();
  }

  public static Model read(byte[] file, Contents wanted) throws IOException {
    return ModelReader.read(new ByteArrayInputStream(file), wanted);
  }

  /** The file is refused as damaged, in one line that has all the parts. */
  public static void assertCorrupt(byte[] file, Contents wanted, String... says) {
    assertThatExceptionOfType(ModelFormatException.Corrupt.class)
        .isThrownBy(() -> read(file, wanted))
        .withMessageStartingWith("the model file is damaged or is not a GPChain model: ")
        .withMessageEndingWith("; copy it again, or train it again")
        .withMessageNotContaining("\n")
        .satisfies(e -> assertThat(List.of(says)).allMatch(e.getMessage()::contains));
  }

  public static Model readAll(byte[] file) {
    try {
      return read(file, Contents.EVERYTHING);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Checks that two models predict the same for sentences of each length, bit for bit. */
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
