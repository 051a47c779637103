package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.MissingEncoderException;
import org.gpchain.core.vectors.TokenVectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OnnxEncoderTest {
  @Test
  void averagesThePiecesOfAWordAndConcatenatesLayers() {
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.1", "layer.0"))) {
      DenseRows rows = encoder.vectors(TokenSequence.ofWords(List.of("ABC", "d", "?")));

      assertThat(encoder.dimension()).isEqualTo(4);
      assertThat(rows.rowCount()).isEqualTo(3);
      // "abc" has the pieces 3 and 4, "d" is 5, and "?" is unknown, 0.
      assertThat(rows.row(0)).containsExactly(7, 27, 3.5f, 13.5f);
      assertThat(rows.row(1)).containsExactly(10, 30, 5, 15);
      assertThat(rows.row(2)).containsExactly(0, 20, 0, 10);
    }
  }

  @Test
  void firstPoolingTakesTheVectorOfTheFirstPiece() {
    EncoderSettings first =
        new EncoderSettings(
            "tiny", List.of("layer.0"), EncoderSettings.Pooling.FIRST, true, Optional.empty());
    EncoderFiles files = TinyEncoder.files(first, TinyEncoder.onnx());
    try (OnnxEncoder encoder = OnnxEncoder.open(files)) {
      assertThat(encoder.vectors(TokenSequence.ofWords(List.of("abc"))).row(0))
          .containsExactly(3, 13);
    }
  }

  @Test
  void emptySentenceHasNoRows() {
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.1"))) {
      assertThat(encoder.vectors(TokenSequence.ofWords(List.of())).rowCount()).isZero();
    }
  }

  @Test
  void longSentencesHaveARowForEachWord() {
    List<String> words = Collections.nCopies(1000, "abc");
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.0"))) {
      DenseRows rows = encoder.vectors(TokenSequence.ofWords(words));

      assertThat(rows.rowCount()).isEqualTo(1000);
      assertThat(rows.row(999)).containsExactly(3.5f, 13.5f);
    }
  }

  @Test
  void vectorsDoNotDependOnTheNumberOfThreads() {
    List<TokenSequence> sentences =
        IntStream.range(1, 60)
            .mapToObj(n -> TokenSequence.ofWords(Collections.nCopies(n, n % 2 == 0 ? "abc" : "d")))
            .toList();
    try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.1"))) {
      List<float[]> inOrder = sentences.stream().map(s -> encoder.vectors(s).values()).toList();
      List<float[]> atOnce =
          sentences.parallelStream().map(s -> encoder.vectors(s).values()).toList();

      for (int i = 0; i < sentences.size(); i++) {
        assertThat(atOnce.get(i)).isEqualTo(inOrder.get(i));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(floats = {Float.NaN, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY})
  void refusesVectorsThatAreNotFinite(float value) {
    float[] table = new float[2 * TinyEncoder.PIECES.size()];
    table[2 * 5] = value;
    EncoderFiles files =
        TinyEncoder.files(TinyEncoder.settings("layer.0"), TinyEncoder.onnx(table));
    try (OnnxEncoder encoder = OnnxEncoder.open(files)) {
      assertThatThrownBy(() -> encoder.vectors(TokenSequence.ofWords(List.of("abc", "d"))))
          .isInstanceOf(EncoderException.class)
          .hasMessageContaining("tiny")
          .hasMessageContaining("token 2 'd'");
    }
  }

  @Test
  void refusesAVocabularyThatIsLargerThanTheModel() {
    List<String> pieces = IntStream.range(0, 40).mapToObj(i -> "piece" + i).toList();
    List<String> larger = new ArrayList<>(TinyEncoder.PIECES);
    larger.addAll(pieces);
    EncoderFiles files =
        new EncoderFiles(
            TinyEncoder.settings("layer.0"), PieceVocabulary.ofLines(larger), TinyEncoder.onnx());

    assertThatThrownBy(() -> OnnxEncoder.open(files))
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("vocabulary");
  }

  @Test
  void refusesLayersWithoutAVectorForEachPiece() {
    EncoderFiles files = TinyEncoder.files("layer.0", "mean");

    assertThatThrownBy(() -> OnnxEncoder.open(files))
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("The layer mean has the shape [1, 1, 1] of FLOAT")
        .hasMessageContaining("'layers' names token vectors");
  }

  @Test
  void missingMemoryIsAnErrorOfTheEncoder() {
    EncoderFiles files = TinyEncoder.files("huge");

    assertThatThrownBy(() -> OnnxEncoder.open(files))
        .isInstanceOf(EncoderException.class)
        .hasMessageContaining("tiny")
        .hasMessageContaining("memory");
  }

  @Test
  void encodersOfTheSameFilesAreOpenedOnce(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("model.onnx"), TinyEncoder.onnx());
    Files.write(folder.resolve("vocab.txt"), TinyEncoder.PIECES);
    Files.writeString(
        folder.resolve("encoder.properties"), "name=once\nlayers=layer.0\nlanguage=en\n");
    OnnxEncoders encoders = new OnnxEncoders();

    TokenVectors encoder = encoders.open(folder.toString());
    assertThat(encoders.open(folder.toString())).isSameAs(encoder);
    assertThat(encoder.language()).hasValue("en");
  }

  @Test
  void locationsMustBeFoldersOrNames(@TempDir Path folder) throws IOException {
    Path model = Files.write(folder.resolve("model.onnx"), TinyEncoder.onnx());

    assertThatThrownBy(() -> Encoders.open(model.toString()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            model
                + ": the encoder cannot be used: This is a file. Give the folder that contains it.");
    assertThatThrownBy(() -> Encoders.open(folder + "/none"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(folder + "/none: the encoder cannot be used: There is neither");
  }

  @Test
  void modelsNameTheEncodersOfTheSameNameWithOtherContent(@TempDir Path folder) throws IOException {
    Files.write(folder.resolve("model.onnx"), TinyEncoder.onnx());
    Files.write(folder.resolve("vocab.txt"), TinyEncoder.PIECES);
    Files.writeString(folder.resolve("encoder.properties"), "name=changed\nlayers=layer.0\n");
    String id = Encoders.open(folder.toString()).id();

    String otherId = "changed@" + "0".repeat(64);
    assertThat(Encoders.get(id).id()).isEqualTo(id);
    assertThatThrownBy(() -> Encoders.get(otherId))
        .isInstanceOf(MissingEncoderException.class)
        .hasMessageContaining("the encoder " + otherId)
        .hasMessageContaining("only one of the same name with other content: " + id)
        .hasMessageContaining("the folder of the encoder with which the model was trained");
  }

  /** ONNX Runtime chooses its library by these properties when its classes are loaded. */
  @ParameterizedTest
  @ValueSource(
      strings = {"-Dos.arch=mips", "-Dos.name=Plan9", "-Donnxruntime.native.path=/nowhere"})
  void platformsWithoutANativeLibraryAreNamed(String property) throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                property,
                "-cp",
                System.getProperty("java.class.path"),
                WithoutLibrary.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    process.waitFor();
    assertThat(output.lines().toList())
        .hasSize(2)
        .allSatisfy(
            line ->
                assertThat(line)
                    .startsWith(
                        "The native library of ONNX Runtime cannot be loaded on this platform")
                    .contains("use a model without an encoder"));
  }

  /** Tries twice to open an encoder, and prints why it fails. */
  static final class WithoutLibrary {
    private WithoutLibrary() {}

    /** Runs the program. */
    public static void main(String[] arguments) {
      for (int i = 0; i < 2; i++) {
        try (OnnxEncoder encoder = OnnxEncoder.open(TinyEncoder.files("layer.0"))) {
          System.out.println("opened " + encoder.id());
        } catch (EncoderException e) {
          System.out.println(e.getMessage());
        }
      }
    }
  }
}
