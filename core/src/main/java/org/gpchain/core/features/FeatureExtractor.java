package org.gpchain.core.features;

import java.util.function.ToIntFunction;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;

/** Walks over the tuples of symbols that the templates of a set make of a sentence. */
final class FeatureExtractor {
  private final TemplateLayout layout;
  private final CellReader reader;

  /** Receives the features of one token. */
  @FunctionalInterface
  interface Sink {
    /**
     * @param symbols the cells' symbols; none absent; valid during the call only
     */
    void accept(int token, int group, int[] symbols);
  }

  /**
   * @param numbers gives each symbol its number, always the same
   */
  FeatureExtractor(TemplateLayout layout, ToIntFunction<String> numbers) {
    this.layout = layout;
    this.reader =
        new CellReader(
            layout.columns(), layout.reach(), (column, value) -> numbers.applyAsInt(value));
  }

  /**
   * Hands all features of a sentence to the sink, token by token, template by template. A feature
   * one of whose cells has no value is left out.
   */
  void extract(TokenSequence sentence, Workspace workspace, Sink sink) {
    int width = reader.width(sentence.length());
    int[] cells = new int[layout.columns().size() * width];
    reader.read(sentence, workspace, cells);
    int[][] tuples = new int[layout.templateCount()][];
    for (int k = 0; k < tuples.length; k++) {
      tuples[k] = new int[layout.cellColumns(k).length];
    }
    for (int t = 0; t < sentence.length(); t++) {
      for (int k = 0; k < tuples.length; k++) {
        int[] columns = layout.cellColumns(k);
        int[] offsets = layout.cellOffsets(k);
        for (int i = 0; i < columns.length; i++) {
          tuples[k][i] = cells[columns[i] * width + layout.reach() + t + offsets[i]];
        }
        if (isPresent(tuples[k])) {
          sink.accept(t, layout.groupOf(k), tuples[k]);
        }
      }
    }
  }

  private static boolean isPresent(int[] symbols) {
    for (int symbol : symbols) {
      if (symbol == CellReader.ABSENT) {
        return false;
      }
    }
    return true;
  }
}
