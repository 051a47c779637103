package org.gpchain.core.features;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;

/**
 * A builder of vocabularies. It counts the features of a training corpus and keeps the frequent
 * ones. The count of a feature is the sum of its values, which are all 1 unless its columns are
 * weighted. Not thread-safe.
 */
public final class VocabularyBuilder {
  /**
   * Fraction of the last required occurrence that is enough: a cutoff of n keeps features with a
   * count of at least n − 1 + LEAST_PART. With the cutoff 1, a feature of weighted columns that is
   * never certain is thus kept unless its weights add up to less than a tenth, which is too little
   * to learn from.
   */
  private static final double LEAST_PART = 0.1;

  private final TemplateSet templates;
  private final TemplateLayout layout;
  private final Vocabulary.SymbolTable symbols = new Vocabulary.SymbolTable();
  private final CellReader reader;
  private final FeatureGroup[] groups;

  /** The count of each feature of each group, {@code [groups][features]}, may be longer. */
  private final double[][] counts;

  /** The cells of each column of the current sentence. */
  private final WeightedNumbers[] cells;

  /** Creates a builder without features. */
  public VocabularyBuilder(TemplateSet templates) {
    this.templates = templates;
    this.layout = new TemplateLayout(templates);
    this.reader =
        new CellReader(layout.columns, layout.reach, (column, value) -> symbols.add(value));
    this.groups = new FeatureGroup[layout.groupCount()];
    this.counts = new double[groups.length][64];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = new FeatureGroup(layout.groupArity[g]);
    }
    this.cells = new WeightedNumbers[layout.columns.size()];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = new WeightedNumbers();
    }
  }

  /**
   * Counts the features of one sentence. A template with cells of weighted columns has a feature
   * for each combination of its cells' values; the value of the feature is the product of their
   * weights. A template with an empty cell has no feature, and features with values below {@link
   * WeightedNumbers#LEAST} are dropped.
   */
  public void add(TokenSequence sentence) {
    for (int c = 0; c < cells.length; c++) {
      reader.read(sentence, c, cells[c]);
    }
    for (int t = 0; t < sentence.length(); t++) {
      for (int k = 0; k < layout.templateCount(); k++) {
        combine(t, k, 0, 1, new int[layout.cellColumns[k].length]);
      }
    }
  }

  private void count(int group, int[] tuple, double value) {
    int feature = groups[group].add(tuple);
    if (feature >= counts[group].length) {
      counts[group] = Arrays.copyOf(counts[group], feature * 2);
    }
    counts[group][feature] += value;
  }

  /**
   * Counts the features for all combinations of the values of a template's cells from one cell on.
   *
   * @param cell index of the first cell to combine
   * @param value product of the weights of the cells before it
   * @param tuple symbols of the cells before it; overwritten from this cell on
   */
  private void combine(int token, int template, int cell, double value, int[] tuple) {
    if (value < WeightedNumbers.LEAST) {
      return;
    }
    if (cell == tuple.length) {
      count(layout.groupOf[template], tuple, value);
      return;
    }

    WeightedNumbers column = cells[layout.cellColumns[template][cell]];
    int position = layout.reach + token + layout.cellOffsets[template][cell];
    for (int i = column.start(position); i < column.start(position + 1); i++) {
      tuple[cell] = column.number(i);
      combine(token, template, cell + 1, value * column.weight(i), tuple);
    }
  }

  /**
   * Returns the vocabulary of all features that occurred at least {@code cutoff} times. Features of
   * weighted columns are included if their values add up to at least {@code cutoff − 0.9}. Symbols
   * that no feature needs are dropped.
   *
   * @param cutoff smallest number of occurrences, at least 1
   */
  public Vocabulary freeze(int cutoff) {
    Checks.atLeast("cutoff", cutoff, 1);
    Vocabulary.SymbolTable kept = new Vocabulary.SymbolTable();
    FeatureGroup[] frozen = new FeatureGroup[groups.length];
    for (int g = 0; g < groups.length; g++) {
      double[] count = counts[g];
      int[] frequent =
          IntStream.range(0, groups[g].size())
              .filter(f -> count[f] >= cutoff - 1 + LEAST_PART)
              .toArray();
      frozen[g] = groups[g].retain(frequent, number -> kept.add(symbols.symbol(number)));
    }
    return new Vocabulary(templates, kept, frozen);
  }
}
