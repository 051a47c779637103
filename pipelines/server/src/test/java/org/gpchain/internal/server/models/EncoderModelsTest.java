package org.gpchain.internal.server.models;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.HashVectors;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.training.data.EncoderUse;
import org.gpchain.training.Progress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests models with an encoder in the store, and as shipped models. */
class EncoderModelsTest {
  private static final ModelKey KEY =
      new ModelKey("project", "Layer", "value", "user", Anchoring.SEGMENTS);

  @TempDir private Path directory;
  private final List<String> log = new ArrayList<>();

  private ModelStore store(ShippedModel... shipped) throws IOException {
    return ModelStore.open(directory.resolve("s"), 9, 1 << 30, List.of(shipped), log::add);
  }

  private static Model learn(ShippedModel base, TokenVectors encoder) {
    return LayerLearner.learn(KEY, ToyNames.SENTENCES, base, EncoderUse.of(encoder), Progress.NONE);
  }

  private static String encoderOf(Model model) {
    return model.features().vectors().encoderId();
  }

  @Test
  void modelsUseTheEncoderWithAndWithoutABase() throws Exception {
    TokenVectors encoder = Encoders.open("counted");
    ShippedModel base = ToyNames.shipped(directory);

    assertThat(encoderOf(learn(null, encoder))).isEqualTo(CountedEncoders.ID);
    Model overBase = learn(base, encoder);
    assertThat(encoderOf(overBase)).isEqualTo(CountedEncoders.ID);
    try (ModelStore store = store(base)) {
      store.save(KEY, overBase);
    }
    try (ModelStore again = store(base)) {
      Model read = again.find(KEY).orElseThrow().model();
      assertThat(read.features().vectors().encoder()).isSameAs(encoder);
      assertThat(log).isEmpty();
    }
  }

  @Test
  void modelsOfWholeSentencesDoNotUseTheEncoder() throws Exception {
    ModelKey key = new ModelKey("project", "Layer", "value", "user", Anchoring.SENTENCES);
    EncoderUse use = EncoderUse.of(Encoders.open("counted"));
    Model model = LayerLearner.learn(key, ToyNames.aboutHeroes(), null, use, Progress.NONE);
    assertThat(model.features().vectors().isNone()).isTrue();
  }

  @Test
  void openingAnEncoderAgainReturnsTheSameInstance() throws Exception {
    TokenVectors encoder = Encoders.open("counted");
    assertThat(Encoders.open("counted")).isSameAs(encoder);
    assertThat(Encoders.get(CountedEncoders.ID)).isSameAs(encoder);
  }

  @Test
  void aLearnedModelWhoseEncoderIsMissingCountsAsNoModel() throws Exception {
    try (ModelStore store = store()) {
      store.save(KEY, learn(null, new HashVectors("absent@server", 4)));
      assertThat(store.isReady(KEY)).isTrue();
    }

    try (ModelStore again = store()) {
      assertThat(log)
          .singleElement()
          .asString()
          .contains("the encoder absent@server")
          .contains("org.gpchain:gpchain-encoder-en")
          .endsWith(", so the model is ignored: " + KEY.id() + ".gpchain");
      assertThat(again.isReady(KEY)).isFalse();
      assertThat(again.find(KEY)).isEmpty();
      again.save(KEY, learn(null, Encoders.open("counted")));
      assertThat(again.isReady(KEY)).isTrue();
    }
  }

  @Test
  void aShippedModelWhoseEncoderIsMissingIsAnError() {
    Model model = learn(null, new HashVectors("absent@shipped", 4));
    assertThatThrownBy(() -> ToyNames.shipped(directory, "vectors", model))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("vectors.gpchain")
        .hasMessageContaining("the encoder absent@shipped")
        .hasMessageContaining("org.gpchain:gpchain-encoder-en")
        .hasRootCauseInstanceOf(EncoderException.class);
  }
}
