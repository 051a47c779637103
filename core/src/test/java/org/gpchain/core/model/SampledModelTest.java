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
      weights.add(draws.floats(parts.vocabulary().featureCount() * v, 1));
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
      ModelCase.assertSamePredictions(read, model, DecodingOptions.DEFAULT);
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
    double[] marginals = TaggerCase.marginals(average);
    for (int i = 0; i < marginals.length; i++) {
      int place = i;
      double expected =
          single.stream().mapToDouble(p -> TaggerCase.marginals(p)[place]).average().orElseThrow();
      assertThat(marginals[i]).isCloseTo(expected, within(1e-5));
    }
  }
}
