package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.posterior.SampledPosterior;
import org.gpchain.core.predict.DecodingOptions;
import org.gpchain.core.predict.DecodingOptions.Decoding;
import org.gpchain.core.predict.Outcome;
import org.gpchain.core.predict.Prediction;
import org.gpchain.core.predict.Tagger;
import org.gpchain.core.predict.TaggerCase;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.junit.jupiter.api.Test;

/** Models whose posterior is samples: tagging, and the way to the file and back. */
class SampledModelTest {
  private static final int SAMPLES = 5;

  private static Model model() {
    TaggerCase parts = TaggerCase.of(3, TagScheme.IOB2);
    int v = parts.labels().size();
    Draws draws = new Draws(4);
    List<float[]> weights = new ArrayList<>();
    List<double[]> pairwise = new ArrayList<>();
    for (int s = 0; s < SAMPLES; s++) {
      float[] own = new float[parts.vocabulary().featureCount() * v];
      for (int i = 0; i < own.length; i++) {
        own[i] = (float) draws.between(-2.0, 2.0);
      }
      weights.add(own);
      pairwise.add(draws.normals(v * v, 1));
    }
    return ModelCase.of(parts, SampledPosterior.of(v, weights, pairwise));
  }

  @Test
  void aModelComesBackWithAllItsSamplesAlsoForDecoding() throws IOException {
    Model model = model();
    byte[] file = ModelCase.write(model);
    for (Contents contents : Contents.values()) {
      Model read = ModelCase.read(file, contents);
      assertThat(ModelCase.write(read)).isEqualTo(file);
      Draws draws = new Draws(1);
      for (int length = 0; length < 6; length++) {
        TokenSequence sentence = TaggerCase.sentence(draws, length);
        assertThat(Outcome.of(read.tagger(DecodingOptions.DEFAULT).tag(sentence)))
            .isEqualTo(Outcome.of(model.tagger(DecodingOptions.DEFAULT).tag(sentence)));
      }
    }
  }

  /** A prediction is the average over what each sample by itself would predict. */
  @Test
  void taggingAveragesOverAllSamples() {
    Model model = model();
    DecodingOptions options = new DecodingOptions(Decoding.MARGINAL, 0, false, 1);
    Tagger tagger = model.tagger(options);
    SampledPosterior posterior = (SampledPosterior) model.posterior();
    TaggerCase parts = TaggerCase.of(3, TagScheme.IOB2);
    TokenSequence sentence = TaggerCase.sentence(new Draws(9), 4);
    Prediction average = tagger.tag(sentence);
    List<Prediction> single =
        posterior.samples().stream()
            .map(sample -> ModelCase.of(parts, sample).tagger(options).tag(sentence))
            .toList();
    for (int t = 0; t < 4; t++) {
      for (int v = 0; v < model.labels().size(); v++) {
        int token = t;
        int label = v;
        double expected =
            single.stream().mapToDouble(p -> p.marginal(token, label)).average().orElseThrow();
        assertThat(average.marginal(t, v)).isCloseTo(expected, within(1e-5));
      }
    }
  }
}
