package org.gpchain.internal.core.document;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;

/**
 * What a model reads of another one, its base: the column {@link #COLUMN}, which holds the labels
 * of the base with their marginals as weights, and the columns that the base itself has read. What
 * the labels of the base mean for its own ones, the model learns.
 *
 * @param tagger of the base
 * @param words gives the base more columns; null for none
 */
public record BasePass(MarginalTagger tagger, WordResource words) {
  /** Name of the weighted column of labels. */
  public static final String COLUMN = "base";

  /** Smaller weights are left out. */
  private static final double LEAST = 0.01;

  /**
   * The sentences of one document with the columns of the base.
   *
   * @param document sentences in order, with all columns that the base requires
   */
  public List<TokenSequence> over(List<TokenSequence> document, Workspace workspace) {
    return tagger.inDocument(document, workspace).stream()
        .map(sentence -> with(sentence, workspace))
        .toList();
  }

  private TokenSequence with(TokenSequence sentence, Workspace workspace) {
    TokenSequence complete = words == null ? sentence : words.lookUp(sentence, workspace);
    double[] marginals = tagger.marginals(complete, workspace);
    LabelSet labels = tagger.labels();
    List<List<WeightedValue>> cells = new ArrayList<>(complete.length());
    for (int t = 0; t < complete.length(); t++) {
      List<WeightedValue> cell = new ArrayList<>();
      for (int v = 0; v < labels.size(); v++) {
        double weight = marginals[t * labels.size() + v];
        if (weight >= LEAST) {
          cell.add(new WeightedValue(labels.label(v), Math.min(1, weight)));
        }
      }
      cells.add(cell);
    }
    return complete.withWeighted(COLUMN, cells);
  }
}
