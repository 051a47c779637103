package org.gpchain.core.features;

import java.util.List;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.RecentWords;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;

/**
 * Reads the cells of sentences as numbers. Cells outside the sentence have the values of CRF++:
 * {@code _B-1}, {@code _B-2}, … before it, {@code _B+1}, … after it.
 *
 * <p>Most words of a text are repetitions: the numbers of a word and of the columns derived from it
 * are kept in the {@link Workspace}, in caches of fixed size.
 */
final class CellReader {
  static final int ABSENT = -1;

  private final List<String> columns;
  private final int reach;
  private final Numbering numbering;

  /** The numbers of the values outside a sentence, {@code [columns × 2·reach]}. */
  private final int[] borders;

  @FunctionalInterface
  interface Numbering {
    /** The number of a value, which stays the same; negative if it has none. */
    int of(int column, String value);
  }

  CellReader(List<String> columns, int reach, Numbering numbering) {
    this.columns = columns;
    this.reach = reach;
    this.numbering = numbering;
    this.borders = new int[columns.size() * 2 * reach];
    for (int c = 0; c < columns.size(); c++) {
      for (int d = 1; d <= reach; d++) {
        borders[(2 * c + 1) * reach - d] = numbering.of(c, "_B-" + d);
        borders[(2 * c + 1) * reach + d - 1] = numbering.of(c, "_B+" + d);
      }
    }
  }

  /** Number of cells that a column has, borders included. */
  int width(int length) {
    return length + 2 * reach;
  }

  /**
   * Reads the plain columns of a sentence.
   *
   * @param cells {@code [columns × width]} at least, row-major, the cell of token t in column
   *     {@code reach + t}; overwritten, but for the weighted columns
   */
  void read(TokenSequence sentence, Workspace workspace, int[] cells) {
    boolean[] ofWord = new boolean[columns.size()];
    boolean any = false;
    for (int c = 0; c < ofWord.length; c++) {
      String column = columns.get(c);
      ofWord[c] = column.equals(TokenSequence.WORD) || isDerived(column, sentence);
      any |= ofWord[c];
      readBorders(c, sentence.length(), cells);
      if (!ofWord[c] && !sentence.isWeighted(column)) {
        readGiven(c, sentence.column(column), cells);
      }
    }
    if (any) {
      RecentWords<int[]> cache = workspace.scratch(WordCaches.class, WordCaches::new).of(this);
      readWords(sentence.column(TokenSequence.WORD), ofWord, cache, cells);
    }
  }

  boolean isWeighted(int column, TokenSequence sentence) {
    return sentence.isWeighted(columns.get(column));
  }

  boolean isWeighted(TokenSequence sentence) {
    return columns.stream().anyMatch(sentence::isWeighted);
  }

  /**
   * Reads a weighted column.
   *
   * @param out the numbers of the values of each cell, borders included; overwritten
   */
  void read(TokenSequence sentence, int column, WeightedNumbers out) {
    out.clear();
    for (int i = 0; i < reach; i++) {
      out.add(borders[2 * column * reach + i], 1);
      out.endPosition();
    }
    for (List<WeightedValue> cell : sentence.cells(columns.get(column))) {
      for (WeightedValue value : cell) {
        if (value.weight() >= WeightedNumbers.LEAST) {
          out.add(numbering.of(column, value.value()), value.weight());
        }
      }
      out.endPosition();
    }
    for (int i = 0; i < reach; i++) {
      out.add(borders[(2 * column + 1) * reach + i], 1);
      out.endPosition();
    }
  }

  private static boolean isDerived(String column, TokenSequence sentence) {
    return DerivedColumn.isDerived(column) && !sentence.has(column);
  }

  private void readBorders(int column, int length, int[] cells) {
    int base = column * width(length);
    System.arraycopy(borders, 2 * column * reach, cells, base, reach);
    System.arraycopy(borders, (2 * column + 1) * reach, cells, base + reach + length, reach);
  }

  private void readGiven(int column, List<String> values, int[] cells) {
    int base = column * width(values.size()) + reach;
    for (int t = 0; t < values.size(); t++) {
      cells[base + t] = numbering.of(column, values.get(t));
    }
  }

  private void readWords(
      List<String> words, boolean[] ofWord, RecentWords<int[]> cache, int[] cells) {
    int width = width(words.size());
    for (int t = 0; t < words.size(); t++) {
      int[] numbers = cache.of(words.get(t), this, this::numbers);
      for (int c = 0; c < ofWord.length; c++) {
        if (ofWord[c]) {
          cells[c * width + reach + t] = numbers[c];
        }
      }
    }
  }

  /** The numbers of a word in its own column and in those derived from it. */
  private int[] numbers(String word) {
    int[] out = new int[columns.size()];
    for (int c = 0; c < out.length; c++) {
      String column = columns.get(c);
      String value =
          DerivedColumn.isDerived(column)
              ? DerivedColumn.value(column, word)
              : column.equals(TokenSequence.WORD) ? word : null;
      out[c] = value == null ? ABSENT : numbering.of(c, value);
    }
    return out;
  }

  /** The caches of the two readers used last: those of a model's two passes alternate. */
  private static final class WordCaches {
    private RecentWords<int[]> last = new RecentWords<>(15);
    private RecentWords<int[]> other = new RecentWords<>(15);

    RecentWords<int[]> of(CellReader reader) {
      if (!last.isOf(reader)) {
        RecentWords<int[]> older = other;
        other = last;
        last = older;
      }
      return last;
    }
  }
}
