package org.gpchain.core.features;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.gpchain.core.math.Checks;
import org.gpchain.core.math.Workspace;
import org.gpchain.core.text.TokenSequence;

/** Counts the features of a training corpus and freezes those that are frequent enough. */
public final class VocabularyBuilder {
  private final TemplateSet templates;
  private final FeatureExtractor extractor;
  private final SymbolTable symbols = new SymbolTable();
  private final FeatureGroup[] groups;
  private final int[][] counts;
  private final Workspace workspace = new Workspace();

  /** A builder that has counted nothing yet. */
  public VocabularyBuilder(TemplateSet templates) {
    this.templates = templates;
    TemplateLayout layout = new TemplateLayout(templates);
    this.extractor = new FeatureExtractor(layout, symbols::add);
    this.groups = new FeatureGroup[layout.groupCount()];
    this.counts = new int[groups.length][64];
    for (int g = 0; g < groups.length; g++) {
      groups[g] = new FeatureGroup(layout.arity(g));
    }
  }

  /** Counts the features of one sentence. */
  public void add(TokenSequence sentence) {
    extractor.extract(
        sentence,
        workspace,
        (token, group, tuple) -> {
          int feature = groups[group].add(tuple);
          if (feature >= counts[group].length) {
            counts[group] = Arrays.copyOf(counts[group], feature * 2);
          }
          counts[group][feature]++;
        });
  }

  /**
   * The vocabulary of all features that occurred at least {@code cutoff} times; symbols that no
   * feature needs are left out.
   */
  public Vocabulary freeze(int cutoff) {
    Checks.atLeast("cutoff", cutoff, 1);
    SymbolTable kept = new SymbolTable();
    FeatureGroup[] frozen = new FeatureGroup[groups.length];
    for (int g = 0; g < groups.length; g++) {
      int[] count = counts[g];
      int[] frequent =
          IntStream.range(0, groups[g].size()).filter(f -> count[f] >= cutoff).toArray();
      frozen[g] = groups[g].retain(frequent, symbol -> kept.add(symbols.symbol(symbol)));
    }
    return new Vocabulary(templates, kept, frozen);
  }
}
