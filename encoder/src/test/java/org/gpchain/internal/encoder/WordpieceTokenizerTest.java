package org.gpchain.internal.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WordpieceTokenizerTest {
  /** First and last code points of the character ranges of random words. */
  private static final int[][] CHARACTERS = {
    {0x0000, 0x0020}, // control characters
    {0x0021, 0x007E}, // ASCII
    {0x00A0, 0x024F}, // Latin with accents, soft hyphen, non-breaking space
    {0x0300, 0x036F}, // combining accents
    {0x0370, 0x04FF}, // Greek, Cyrillic
    {0x0590, 0x06FF}, // Hebrew, Arabic
    {0x0900, 0x097F}, // Devanagari
    {0x0E00, 0x0E7F}, // Thai
    {0x1E00, 0x1EFF}, // more Latin
    {0x2000, 0x206F}, // spaces, quotation marks, joiners
    {0x2100, 0x214F}, // letter-like symbols
    {0x3040, 0x30FF}, // kana
    {0x4E00, 0x4EFF}, // CJK
    {0xAC00, 0xACFF}, // Hangul
    {0xE000, 0xE00F}, // private use
    {0xF900, 0xF9FF}, // CJK compatibility
    {0xFE00, 0xFFEF}, // variation selectors, full-width forms
    {0x1F300, 0x1F6FF} // emoji
  };

  private final PieceVocabulary small =
      PieceVocabulary.ofLines(
          List.of("[UNK]", "[CLS]", "[SEP]", "un", "##able", "##a", "##ble", "é", "e", "'", "s"));

  @Test
  void takesTheLongestPieceFirst() {
    WordpieceTokenizer tokenizer = new WordpieceTokenizer(small, true);

    assertThat(tokenizer.pieces("Unable")).containsExactly(3, 4);
    assertThat(tokenizer.pieces("'s")).containsExactly(9, 10);
    assertThat(tokenizer.pieces("É")).containsExactly(8);
    assertThat(new WordpieceTokenizer(small, false).pieces("é")).containsExactly(7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\u0000", "\u200B", "unx", "Z"})
  void wordWithoutPiecesIsUnknown(String word) {
    assertThat(new WordpieceTokenizer(small, true).pieces(word)).containsExactly(0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void piecesEqualThoseOfTheReferenceTokenizer(boolean lowerCase, @TempDir Path folder)
      throws IOException {
    Map<String, Integer> idByPiece = vocabulary();
    WordpieceTokenizer ours = new WordpieceTokenizer(PieceVocabulary.of(idByPiece), lowerCase);
    Path file = folder.resolve("tokenizer.json");
    Files.writeString(file, tokenizerJson(idByPiece, lowerCase), StandardCharsets.UTF_8);

    try (HuggingFaceTokenizer reference =
        HuggingFaceTokenizer.newInstance(file, Map.of("addSpecialTokens", "false"))) {
      for (String word : randomWords(10_000)) {
        int[] expected =
            Arrays.stream(reference.encode(word).getIds()).mapToInt(Math::toIntExact).toArray();
        int[] expectedOrUnknown =
            expected.length == 0 ? new int[] {idByPiece.get("[UNK]")} : expected;
        assertThat(ours.pieces(word)).as(() -> codePoints(word)).isEqualTo(expectedOrUnknown);
      }
    }
  }

  /** Returns a vocabulary with many characters of the random words, and a few longer pieces. */
  private static Map<String, Integer> vocabulary() {
    Map<String, Integer> idByPiece = new LinkedHashMap<>();
    for (String special : List.of("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")) {
      idByPiece.put(special, idByPiece.size());
    }
    for (int[] range : CHARACTERS) {
      for (int c = range[0]; c <= range[1]; c += 1 + c % 3) {
        idByPiece.putIfAbsent(Character.toString(c), idByPiece.size());
        idByPiece.putIfAbsent("##" + Character.toString(c), idByPiece.size());
      }
    }
    for (String piece : List.of("ab", "##bc", "##abc", "the", "##ing", "σας", "##ß")) {
      idByPiece.putIfAbsent(piece, idByPiece.size());
    }
    return idByPiece;
  }

  private static List<String> randomWords(int count) {
    Random random = new Random(1);
    List<String> words =
        new ArrayList<>(
            List.of("O'Brien", "co-op", "I'm", "naïve", "İstanbul", "Σας", "a".repeat(101)));
    while (words.size() < count) {
      StringBuilder word = new StringBuilder();
      int length = 1 + random.nextInt(8);
      for (int i = 0; i < length; i++) {
        int[] range = CHARACTERS[random.nextInt(3) == 0 ? random.nextInt(CHARACTERS.length) : 1];
        word.appendCodePoint(range[0] + random.nextInt(range[1] - range[0] + 1));
      }
      words.add(word.toString());
    }
    return words;
  }

  private static String tokenizerJson(Map<String, Integer> idByPiece, boolean lowerCase) {
    ObjectNode json = new ObjectMapper().createObjectNode().put("version", "1.0");
    json.putObject("normalizer")
        .put("type", "BertNormalizer")
        .put("clean_text", true)
        .put("handle_chinese_chars", true)
        .putNull("strip_accents")
        .put("lowercase", lowerCase);
    json.putObject("pre_tokenizer").put("type", "BertPreTokenizer");
    ObjectNode model =
        json.putObject("model")
            .put("type", "WordPiece")
            .put("unk_token", "[UNK]")
            .put("continuing_subword_prefix", "##")
            .put("max_input_chars_per_word", 100);
    ObjectNode vocabulary = model.putObject("vocab");
    idByPiece.forEach(vocabulary::put);
    return json.toString();
  }

  private static String codePoints(String word) {
    StringBuilder codes = new StringBuilder();
    word.codePoints().forEach(c -> codes.append(String.format("U+%04X ", c)));
    return codes.toString();
  }
}
