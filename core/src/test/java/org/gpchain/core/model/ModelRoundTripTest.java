package org.gpchain.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.core.Refusals.assertRefused;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.PosTags;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that models are not changed by writing and reading them. */
class ModelRoundTripTest {
  /** Compares models by the bytes of their files, and by what they predict. */
  private static void assertSame(Model actual, Model expected) {
    assertThat(ModelCase.write(actual)).isEqualTo(ModelCase.write(expected));
    assertThat(actual.run()).isEqualTo(expected.run());
    assertThat(actual.provenance()).isEqualTo(expected.provenance());
    ModelCase.assertSamePredictions(actual, expected, DecodingOptions.DEFAULT);
  }

  @ParameterizedTest
  @EnumSource
  void plugInModelIsNotChanged(TagScheme scheme) throws IOException {
    Model model = ModelCase.plugIn(3, scheme);
    for (Contents contents : Contents.values()) {
      Model again = ModelCase.read(ModelCase.write(model), contents);
      assertSame(again, model);
      assertThat(again.posterior().hasCovariance()).isFalse();
    }
  }

  @Test
  @ResourceLock(Resources.LOCALE)
  void equalModelsHaveEqualBytes() {
    byte[] expected = ModelCase.write(ModelCase.plugIn(3, TagScheme.IOB2));
    Locale before = Locale.getDefault();
    try {
      for (String language : new String[] {"en", "tr", "ar-u-nu-arab"}) {
        Locale.setDefault(Locale.forLanguageTag(language));
        assertThat(ModelCase.write(ModelCase.plugIn(3, TagScheme.IOB2))).isEqualTo(expected);
        assertThat(ModelCase.write(ModelCase.readAll(expected))).isEqualTo(expected);
      }
    } finally {
      Locale.setDefault(before);
    }
    assertThat(ModelCase.write(ModelCase.plugIn(4, TagScheme.IOB2))).isNotEqualTo(expected);
  }

  @Test
  void trainingRunIsASeparateEntry() throws IOException {
    Model model = ModelCase.plugIn(3, TagScheme.IOB2);
    assertThat(ModelCase.readAll(ModelCase.write(model)).run()).isEqualTo(ModelCase.RUN);
    var with = ModelFile.of(ModelCase.write(model)).entries();
    var without = ModelFile.of(ModelCase.write(model.with((TrainingRun) null))).entries();
    assertThat(with).hasSize(without.size() + 1).containsKey("run.json");
    assertThat(with).containsAllEntriesOf(without);
  }

  /** Entries after the manifest are not read, and may be missing. */
  @Test
  void theManifestCanBeReadAlone() throws IOException {
    Model model = ModelCase.plugIn(3, TagScheme.IOB2);
    byte[] file = ModelCase.write(model);
    byte[] half = Arrays.copyOf(file, file.length / 2);
    ModelReader.Description description = ModelReader.description(new ByteArrayInputStream(half));
    assertThat(description.provenance()).isEqualTo(model.provenance());
    assertThat(description.task()).isEqualTo(model.task());
    assertThat(description.encoderId()).isEmpty();
    assertThatThrownBy(() -> ModelReader.description(new ByteArrayInputStream(new byte[9])))
        .isInstanceOf(ModelFormatException.Corrupt.class);
  }

  /** Strings of a model are refused when it is made or written, or the file can be read. */
  @Test
  void whatIsWrittenCanBeRead() throws IOException {
    Random random = new Random(11);
    int written = 0;
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
      byte[] file;
      Model model;
      try {
        model = withStrings(string(random), string(random), string(random), string(random));
        file = ModelCase.write(model);
      } catch (IllegalArgumentException e) {
        refused++;
        continue;
      }

      Model read = ModelCase.readAll(file);
      assertThat(read.task()).isEqualTo(model.task());
      assertThat(read.vocabulary().templates()).isEqualTo(model.vocabulary().templates());
      written++;
    }
    assertThat(written).isGreaterThan(300);
    assertThat(refused).isGreaterThan(300);
  }

  /** Returns a string that may have characters which cannot be stored, or be too long. */
  private static String string(Random random) {
    String[] parts = {
      "a",
      "é",
      "😀",
      "-",
      "/",
      " ",
      "x[0",
      "]",
      "\"",
      "\\",
      "é\u0301",
      "\u200d",
      "\u00a0",
      "\u0007",
      "\t",
      "\n",
      "\u009b",
      "\u202e",
      "\u2028",
      "\ud800",
      "b".repeat(1100),
      "c".repeat(10_100)
    };
    int usual = 13;
    StringBuilder string = new StringBuilder("s");
    for (int length = random.nextInt(6); length > 0; length--) {
      int count = random.nextInt(12) == 0 ? parts.length : usual;
      string.append(parts[random.nextInt(count)]);
    }
    return string.toString();
  }

  private static Model withStrings(String task, String language, String type, String template) {
    TemplateSet templates = TemplateSet.parse("U" + template + ":%x[0,0]\nB", List.of("word"));
    VocabularyBuilder builder = new VocabularyBuilder(templates);
    builder.add(ModelKinds.WORDS);
    Vocabulary vocabulary = builder.freeze(1);
    LabelSet labels = LabelSet.of(List.of("O", "B-" + type, "I-" + type));
    int pairCount = labels.size() * labels.size();
    DecoupledPosterior posterior =
        new DecoupledPosterior(
            labels.size(),
            ModelKinds.floats(vocabulary.featureCount() * labels.size(), 0, 0),
            ModelKinds.quarters(pairCount, 3),
            ModelKinds.sixteenths(pairCount),
            null);
    return new Model(
        new ModelTask(task, language, TagScheme.IOB2, labels),
        Features.of(vocabulary, new Prior(new double[] {0.5}, 0.375), null),
        posterior,
        Calibration.NONE,
        ModelCase.provenance(),
        ModelCase.RUN);
  }

  @Test
  void streamsAreLeftOpen() throws IOException {
    ByteArrayOutputStream out =
        new ByteArrayOutputStream() {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };
    ModelWriter.write(ModelCase.plugIn(3, TagScheme.IOB2), out);
    ByteArrayInputStream in =
        new ByteArrayInputStream(out.toByteArray()) {
          @Override
          public void close() {
            throw new AssertionError("closed");
          }
        };

    assertThat(ModelReader.read(in, Contents.DECODING).task().name()).isEqualTo("chunk");
  }

  @Test
  void softColumnsAreStored() {
    Model hard = ModelKinds.model();
    Model soft = ModelKinds.softModel();
    Model again = ModelCase.readAll(ModelCase.write(soft));

    assertThat(again.features().softColumns()).containsExactly("pos");
    assertThat(again.posTags()).isEqualTo(PosTags.POSSIBLE);
    assertThat(ModelCase.write(again)).isEqualTo(ModelCase.write(soft));
    assertThat(ModelCase.readAll(ModelCase.write(hard)).posTags()).isEqualTo(PosTags.BEST);
    assertRefused(() -> ModelCase.withSoftColumns(hard, List.of("stem")), "[stem]");
  }

  @Test
  void partsOfAModelMustAgree() {
    Model model = ModelCase.plugIn(3, TagScheme.IOB2);
    assertRefused(
        () ->
            new Model(
                new ModelTask("chunk", "en", TagScheme.IOB2, LabelSet.of(List.of("O"))),
                Features.of(model.vocabulary(), model.prior(), null),
                model.posterior(),
                model.provenance()),
        "V = 1 and 5");
  }

  @Test
  void tagsetIsOptional() {
    Model model = ModelCase.plugIn(3, TagScheme.IOB2);
    Features noTagset = Features.of(model.vocabulary(), model.prior(), null);
    Model without = ModelCase.with(model, noTagset, model.posterior());
    assertThat(ModelCase.readAll(ModelCase.write(without)).posTagset()).isEmpty();
  }
}
