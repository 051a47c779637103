package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.core.fuzz.Mutations;
import org.gpchain.core.vectors.EncoderException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Mutated files of encoders are read, or rejected with a one-line message. The graph is not run:
 * the ONNX runtime is native code.
 */
final class EncoderFuzzTest {
  private static final String TOKENIZER_JSON =
      """
      {"normalizer": {"type": "BertNormalizer", "lowercase": true},
       "model": {"type": "WordPiece",
         "vocab": {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "ab": 3, "##c": 4, "d": 5, "'": 6}}}
      """;

  @TempDir Path folder;

  @BeforeEach
  void writeEncoder() throws IOException {
    Files.write(folder.resolve("model.onnx"), TinyEncoder.onnx());
    Files.writeString(folder.resolve("tokenizer.json"), TOKENIZER_JSON);
    Files.writeString(
        folder.resolve("encoder.properties"),
        "name=tiny\nlayers=layer.0, layer.1\npooling=first\nlower-case=true\n");
  }

  @ParameterizedTest
  @CsvSource({"model.onnx", "vocab.txt", "tokenizer.json", "encoder.properties"})
  void mutatedFilesAreHandled(String name) throws IOException {
    Path file = folder.resolve(name);
    if (name.equals("vocab.txt")) {
      Files.write(file, TinyEncoder.PIECES);
    }
    assertThat(read()).isTrue();

    byte[] sound = Files.readAllBytes(file);
    boolean isBinary = name.equals("model.onnx");
    Fuzz.attack(
        name,
        Fuzz.MUTANTS,
        random ->
            isBinary || random.nextInt(4) == 0
                ? Mutations.bytes(sound, random)
                : Mutations.utf8(Mutations.text(new String(sound, StandardCharsets.UTF_8), random)),
        mutant -> {
          Files.write(file, mutant);
          read();
        });
  }

  /** Returns whether the files can be read. */
  private boolean read() throws IOException {
    EncoderFiles files;
    try {
      files = EncoderFiles.ofFolder(folder);
    } catch (EncoderException e) {
      assertThat(e.getMessage().lines()).hasSize(1);
      assertThat(e.getMessage()).doesNotContain("Exception", "Cannot invoke");
      assertThat(e.getMessage().length()).isLessThan(2_010);
      return false;
    }

    assertThat(files.id()).doesNotContain("\n");
    WordpieceTokenizer tokenizer =
        new WordpieceTokenizer(files.vocabulary(), files.settings().lowerCase());
    for (String word : new String[] {"abc", "D'", "\uD83D\uDE00", ""}) {
      assertThat(tokenizer.pieces(word)).isNotEmpty();
    }
    return true;
  }
}
