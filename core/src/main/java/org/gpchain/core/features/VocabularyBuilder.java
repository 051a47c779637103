package org.gpchain.core.features;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.math.Checks;

/**
 * Counts the features of a training corpus and freezes those that are frequent enough. A feature of
 * weighted columns counts as much as its values add up to.
 */
public final class VocabularyBuilder {
  /**
   * Part of one more occurrence that is as good as the whole. A value of weighted columns that is
   * never certain occurs too, even if its weights do not add up to one; where they add up to less
   * than a tenth there is nothing to learn from.
   */
  private static final double LEAST_PART = 0.1;

  private final TemplateSet templates;
  private final TemplateLayout layout;
  private final Vocabulary.SymbolTable symbols = new Vocabulary.SymbolTable();
  private final CellReader reader;
  private final FeatureGroup[] groups;
  private final double[][] counts;

  public VocabularyBuilder(TemplateSet templates) {
    this.templates = templates;
    this.layout = new TemplateLayout(templates);
    this.reader =
        new CellReader(layout.columns, layout.reach, (column, value) -> symbols.add(value));
    this.groups = new FeatureGroup[layout.groupCount()];
    this.counts = new double[groups.length][64];
    Arrays.setAll(groups, g -> new FeatureGroup(layout.groupArity[g]));
  }

  /**
   * Counts the features of one sentence, token by token, template by template. A template with a
   * cell of a weighted column makes a feature for each combination of its cells' values, whose
   * value is the product of their weights. A feature one of whose cells has no value is left out,
   * and so is one whose value is below {@link WeightedNumbers#LEAST}.
   */
  public void add(TokenSequence sentence) {
    WeightedNumbers[] cells = new WeightedNumbers[layout.columns.size()];
    for (int c = 0; c < cells.length; c++) {
      cells[c] = new WeightedNumbers();
      reader.read(sentence, c, cells[c]);
    }
    for (int t = 0; t < sentence.length(); t++) {
      for (int k = 0; k < layout.templateCount(); k++) {
        combine(t, k, 0, 1, new int[layout.cellColumns[k].length], cells);
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
   * Goes over the values of the cells from one on.
   *
   * @param value product of the weights of the cells before it
   * @param tuple the symbols of these; overwritten from this one on
   */
  private void combine(
      int token, int template, int cell, double value, int[] tuple, WeightedNumbers[] cells) {
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
      combine(token, template, cell + 1, value * column.weight(i), tuple, cells);
    }
  }

  /**
   * The vocabulary of all features that occurred at least {@code cutoff} times; symbols that no
   * feature needs are left out. Of weighted columns these are the features whose values add up to
   * {@code cutoff − 0.9}: with the cutoff 1, to a tenth.
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
      frozen[g] = groups[g].retain(frequent, symbol -> kept.add(symbols.symbol(symbol)));
    }
    return new Vocabulary(templates, kept, frozen);
  }
}
