package org.gpchain.internal.corpora;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.internal.training.io.AtomicFile;

/** JSON files that keep the labelled sentences of a model, with all columns, for later training. */
public final class SentenceFile {
  /** Extension that is appended to the file name of the model. */
  public static final String SUFFIX = ".sentences";

  private SentenceFile() {}

  /**
   * The JSON form of a sentence.
   *
   * @param document number of its document
   * @param plain cells of each plain column
   * @param weighted weighted values of each token, for each weighted column
   */
  private record Stored(
      int document,
      Map<String, List<String>> plain,
      Map<String, List<List<WeightedValue>>> weighted,
      List<Span> spans,
      List<UnknownToken> unknown) {
    static Stored of(LabeledSequence sentence) {
      TokenSequence tokens = sentence.tokens();
      Map<String, List<String>> plain = new LinkedHashMap<>();
      Map<String, List<List<WeightedValue>>> weighted = new LinkedHashMap<>();
      for (String column : tokens.columnNames()) {
        if (tokens.isWeighted(column)) {
          weighted.put(column, tokens.cells(column));
        } else {
          plain.put(column, tokens.column(column));
        }
      }

      return new Stored(sentence.document(), plain, weighted, sentence.spans(), sentence.unknown());
    }

    LabeledSequence sentence() {
      TokenSequence tokens =
          new TokenSequence(List.copyOf(plain.keySet()), List.copyOf(plain.values()));
      for (Map.Entry<String, List<List<WeightedValue>>> column : weighted.entrySet()) {
        tokens = tokens.withWeighted(column.getKey(), column.getValue());
      }
      return new LabeledSequence(tokens, spans, unknown, document);
    }
  }

  /** Returns the file, next to a model, that keeps the model's training sentences. */
  public static Path of(Path model) {
    return model.resolveSibling(model.getFileName() + SUFFIX);
  }

  /** Writes the sentences that have tokens to a file, which is replaced atomically. */
  public static void write(List<LabeledSequence> sentences, Path file) throws IOException {
    AtomicFile.write(file, out -> out.write(bytes(sentences)));
  }

  /** Returns the sentences that have tokens as JSON, in one line. */
  public static byte[] bytes(List<LabeledSequence> sentences) throws IOException {
    List<Stored> stored = new ArrayList<>();
    for (LabeledSequence sentence : sentences) {
      if (sentence.length() > 0) {
        stored.add(Stored.of(sentence));
      }
    }
    return new ObjectMapper().writeValueAsBytes(stored);
  }

  /**
   * Returns the sentences that JSON contains.
   *
   * @throws IOException if it is damaged. Unchecked exceptions have the same meaning.
   */
  public static List<LabeledSequence> parse(byte[] json) throws IOException {
    Stored[] stored = new ObjectMapper().readValue(json, Stored[].class);
    return Stream.of(stored).map(Stored::sentence).toList();
  }

  /**
   * Reads the sentences of a file.
   *
   * @throws InputException if the file is damaged
   */
  public static List<LabeledSequence> read(Path file) throws IOException {
    try {
      return parse(Files.readAllBytes(file));
    } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new InputException(
          file, "these kept sentences are damaged; restore or remove the file", e);
    }
  }
}
