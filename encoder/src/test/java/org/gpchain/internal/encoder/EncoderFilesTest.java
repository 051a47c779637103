package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.internal.encoder.EncoderSettings.Pooling;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EncoderFilesTest {
  @TempDir Path folder;

  @BeforeEach
  void writeEncoder() throws IOException {
    Files.write(folder.resolve("model.onnx"), TinyEncoder.onnx());
    Files.write(folder.resolve("vocab.txt"), TinyEncoder.PIECES);
    Files.writeString(folder.resolve("encoder.properties"), "name=tiny\nlayers=layer.0, layer.1\n");
  }

  private void assertRefused(String... messages) {
    assertThatThrownBy(() -> EncoderFiles.ofFolder(folder))
        .isInstanceOf(EncoderException.class)
        .hasMessageContainingAll(messages);
  }

  @Test
  void readsAFolder() throws IOException {
    EncoderFiles files = EncoderFiles.ofFolder(folder);

    assertThat(files.settings().layers()).containsExactly("layer.0", "layer.1");
    assertThat(files.vocabulary().id("ab")).isEqualTo(3);
    assertThat(ModelGraph.read(files.model()).outputs()).containsExactly("layer.0", "layer.1");
  }

  @Test
  void readsTheVocabularyOfATokenizer() throws IOException {
    Files.delete(folder.resolve("vocab.txt"));
    Files.writeString(
        folder.resolve("tokenizer.json"),
        "{\"model\": {\"vocab\": {\"[UNK]\": 0, \"[CLS]\": 1, \"[SEP]\": 2, \"ab\": 5}}}");

    assertThat(EncoderFiles.ofFolder(folder).vocabulary().id("ab")).isEqualTo(5);
  }

  /** Zeros before the first bracket look like UTF-32. */
  @Test
  void rejectsATokenizerInADamagedEncoding() throws IOException {
    Files.write(folder.resolve("tokenizer.json"), new byte[] {0, 0, 0, '{', 'm', '`', 'm', 0});
    assertRefused("tokenizer.json is not JSON in UTF-8");
  }

  @Test
  void tokenizerSaysWhetherTheEncoderIsCased() throws IOException {
    String cased = "{\"normalizer\": {\"type\": \"BertNormalizer\", \"lowercase\": false}}";
    assertThat(EncoderFiles.ofFolder(folder).settings().lowerCase()).isTrue();

    Files.writeString(folder.resolve("tokenizer.json"), cased);
    assertThat(EncoderFiles.ofFolder(folder).settings().lowerCase()).isFalse();

    Files.writeString(
        folder.resolve("encoder.properties"), "name=tiny\nlayers=layer.0\nlower-case=true\n");
    assertThat(EncoderFiles.ofFolder(folder).settings().lowerCase()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"model.onnx", "encoder.properties", "vocab.txt"})
  void errorNamesTheMissingFile(String file) throws IOException {
    Files.delete(folder.resolve(file));

    assertRefused(file);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "name=tiny                         | has no 'layers'",
        "layers=layer.0                    | has no 'name'",
        "name=tiny\\nlayers=a\\npooling=max  | 'pooling' in encoder.properties must be mean or first",
        "name=tiny\\nlayers=a\\nlower-case=1 | 'lower-case' in encoder.properties must be true or false",
        "name=tiny\\nlayers=a,a             | names a tensor twice in 'layers'",
        "name=tiny\\nlayers=a\\nlayer=b      | unknown property 'layer'"
      })
  void refusesInvalidProperties(String content, String message) throws IOException {
    Files.writeString(folder.resolve("encoder.properties"), content.replace("\\n", "\n"));

    assertRefused(message);
  }

  @Test
  void refusesOtherTokenizers() throws IOException {
    Files.delete(folder.resolve("vocab.txt"));
    String bpe = "{\"model\": {\"type\": \"BPE\", \"vocab\": {}}}";
    String notANumber = "{\"model\": {\"vocab\": {\"[UNK]\": \"zero\"}}}";
    for (String json : List.of(bpe, notANumber, "{\"model\"", "[]")) {
      Files.writeString(folder.resolve("tokenizer.json"), json);

      assertRefused("tokenizer.json");
    }
  }

  @Test
  void refusesAVocabularyWithoutSpecialPieces() throws IOException {
    Files.write(folder.resolve("vocab.txt"), List.of("[UNK]", "[CLS]", "ab"));

    assertRefused("[SEP]");
  }

  @Test
  void readsTheLanguage() throws IOException {
    assertThat(EncoderFiles.ofFolder(folder).settings().language()).isEmpty();

    Files.writeString(
        folder.resolve("encoder.properties"), "name=tiny\nlayers=layer.0\nlanguage = de\n");
    assertThat(EncoderFiles.ofFolder(folder).settings().language()).hasValue("de");
  }

  @Test
  void refusesADamagedModel() throws IOException {
    byte[] whole = TinyEncoder.onnx();
    Files.write(folder.resolve("model.onnx"), Arrays.copyOf(whole, whole.length / 2));

    assertRefused("not an ONNX model, or is damaged");
  }

  @Test
  void refusesAModelWithOtherInputs() throws IOException {
    Files.write(
        folder.resolve("model.onnx"), TinyEncoder.onnx(TinyEncoder.TABLE, "input_ids", "pixels"));

    assertRefused(
        "has the inputs [input_ids, pixels]",
        "expected [input_ids, attention_mask, token_type_ids]");
  }

  @Test
  void refusesLayersThatTheModelDoesNotHave() throws IOException {
    Files.writeString(folder.resolve("encoder.properties"), "name=tiny\nlayers=layer.7\n");

    assertRefused("no tensor named layer.7", "The outputs of its layers are layer.0, layer.1");
  }

  @Test
  void idDependsOnAllThatChangesVectors() {
    List<EncoderFiles> different = new ArrayList<>();
    different.add(TinyEncoder.files("layer.0"));
    different.add(TinyEncoder.files("layer.1"));
    different.add(TinyEncoder.files("layer.0", "layer.1"));
    different.add(TinyEncoder.files("layer.1", "layer.0"));
    for (Pooling pooling : Pooling.values()) {
      for (boolean lowerCase : new boolean[] {true, false}) {
        EncoderSettings settings =
            new EncoderSettings("tiny", List.of("last"), pooling, lowerCase, Optional.empty());
        different.add(TinyEncoder.files(settings, TinyEncoder.onnx()));
      }
    }

    assertThat(different).extracting(EncoderFiles::id).doesNotHaveDuplicates();
    assertThat(different.get(0).id())
        .matches("tiny@[0-9a-f]{64}")
        .isEqualTo(TinyEncoder.files("layer.0").id());
  }

  @Test
  void errorNamesTheArtifactOfAMissingEncoder() {
    assertThatThrownBy(() -> EncoderFiles.ofClassPath("xx"))
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("org.gpchain:gpchain-encoder-xx");
  }

  @Test
  void cutterWritesTheModelAndTheVocabulary() throws IOException {
    Path downloaded = Files.move(folder.resolve("model.onnx"), folder.resolve("downloaded.onnx"));
    Files.delete(folder.resolve("vocab.txt"));
    Path tokenizer = folder.resolve("downloaded.json");
    Files.writeString(
        tokenizer,
        "{\"model\": {\"vocab\": {\"[SEP]\": 2, \"[UNK]\": 0, \"ab\": 3, \"[CLS]\": 1}}}");
    String hash = Sha256.hex(TinyEncoder.onnx());

    String[] arguments = {downloaded.toString(), hash, tokenizer.toString(), folder.toString()};
    EncoderCutter.main(arguments);

    EncoderFiles files = EncoderFiles.ofFolder(folder);
    assertThat(ModelGraph.read(files.model()).outputs()).containsExactly("layer.0", "layer.1");
    assertThat(folder.resolve("vocab.txt")).hasContent("[UNK]\n[CLS]\n[SEP]\nab\n");
  }

  @Test
  void cutterChecksTheHashOfTheModel() throws IOException {
    String model = folder.resolve("model.onnx").toString();
    String tokenizer = folder.resolve("tokenizer.json").toString();
    Files.writeString(folder.resolve("tokenizer.json"), "{}");

    String[] arguments = {model, "0".repeat(64), tokenizer, folder.toString()};
    assertThatThrownBy(() -> EncoderCutter.main(arguments))
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("SHA-256");
    assertThat(folder.resolve("model.onnx")).hasBinaryContent(TinyEncoder.onnx());
  }

  @Test
  void vocabularyWithGapsOrLineBreaksCannotBeWrittenAsLines() {
    Map<String, Integer> gap = Map.of("[UNK]", 0, "[CLS]", 1, "[SEP]", 3);
    Map<String, Integer> lineBreak = Map.of("[UNK]", 0, "[CLS]", 1, "[SEP]", 2, "a\n", 3);

    for (Map<String, Integer> idByPiece : List.of(gap, lineBreak)) {
      assertThatThrownBy(() -> PieceVocabulary.of(idByPiece).lines())
          .isInstanceOf(EncoderException.class)
          .hasMessageContaining("vocab.txt");
    }
  }
}
