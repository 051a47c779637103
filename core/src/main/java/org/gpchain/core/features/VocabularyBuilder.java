package org.gpchain.core.features;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;

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
  private final FeatureExtractor extractor;
  private final SymbolTable symbols = new SymbolTable();
  private final FeatureGroup[] groups;
  private final double[][] counts;
  private final Workspace workspace = new Workspace();

  /** A builder that has counted nothing yet. */
  public VocabularyBuilder(TemplateSet templates) {
    this.templates = templates;
    TemplateLayout layout = new TemplateLayout(templates);
    this.extractor = new FeatureExtractor(layout, symbols::add);
    this.groups = new FeatureGroup[layout.groupCount()];
    this.counts = new double[groups.length][64];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = new FeatureGroup(layout.arity(g));
    }
  }

  /** Counts the features of one sentence. */
  public void add(TokenSequence sentence) {
    extractor.extract(
        sentence,
        workspace,
        (token, group, tuple, value) -> {
          int feature = groups[group].add(tuple);
          if (feature >= counts[group].length) {
            counts[group] = Arrays.copyOf(counts[group], feature * 2);
          }
          counts[group][feature] += value;
        });
  }

  /**
   * The vocabulary of all features that occurred at least {@code cutoff} times; symbols that no
   * feature needs are left out. Of weighted columns these are the features whose values add up to
   * {@code cutoff − 0.9}: with the cutoff 1, to a tenth.
   */
  public Vocabulary freeze(int cutoff) {
    Checks.atLeast("cutoff", cutoff, 1);
    SymbolTable kept = new SymbolTable();
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
