package org.gpchain.internal.corpora;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/** Labelled sentences, with all their columns, in files of JSON: to be learned from again. */
public final class SentenceFile {
  /** How names of such files end. */
  public static final String SUFFIX = ".sentences";

  private SentenceFile() {}

  /** A sentence as it stands in a file. */
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

  /** The file beside a model that keeps what it was learned from. */
  public static Path of(Path model) {
    return model.resolveSibling(model.getFileName() + SUFFIX);
  }

  /** Writes those sentences that have tokens to a file; replaces it as a whole. */
  public static void write(List<LabeledSequence> sentences, Path file) throws IOException {
    List<Stored> stored =
        sentences.stream().filter(one -> one.length() > 0).map(Stored::of).toList();
    AtomicFile.write(file, out -> out.write(new ObjectMapper().writeValueAsBytes(stored)));
  }

  /**
   * @throws InputException if they are damaged
   */
  public static List<LabeledSequence> read(Path file) throws IOException {
    try {
      Stored[] read = new ObjectMapper().readValue(Files.readAllBytes(file), Stored[].class);
      return Stream.of(read).map(Stored::sentence).toList();
    } catch (JacksonException | IllegalArgumentException | NullPointerException e) {
      throw new InputException(
          file, "these kept sentences are damaged; restore or remove the file", e);
    }
  }
}
