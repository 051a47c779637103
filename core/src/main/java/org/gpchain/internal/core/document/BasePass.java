package org.gpchain.internal.core.document;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.WorkCheck;

/**
 * A pass of a base model over a document, for models that are trained on top of it. The pass adds
 * the column {@link #COLUMN}, which holds the base's labels weighted by their marginals, and all
 * columns that the base itself uses. A model learns how the base's labels relate to its own.
 *
 * @param tagger tagger of the base
 * @param words word resource of the base; null if it has none
 */
public record BasePass(MarginalTagger tagger, WordResource words) {
  /** Name of the weighted column of the base's labels. */
  public static final String COLUMN = "base";

  /** Minimum weight of a label in a cell. */
  private static final double LEAST = 0.01;

  /**
   * Returns the sentences of a document with the columns of the base.
   *
   * @param document sentences of one document, in order, with all columns that the base requires
   */
  public List<TokenSequence> over(List<TokenSequence> document, Workspace workspace) {
    List<TokenSequence> sentences = new ArrayList<>(document.size());
    for (TokenSequence sentence : tagger.inDocument(document, workspace)) {
      WorkCheck.run();
      sentences.add(withLabels(sentence, workspace));
    }
    return sentences;
  }

  private TokenSequence withLabels(TokenSequence sentence, Workspace workspace) {
    TokenSequence complete = words == null ? sentence : words.lookUp(sentence, workspace);
    double[] marginals = tagger.marginals(complete, workspace);
    List<List<WeightedValue>> cells = new ArrayList<>(complete.length());
    for (int t = 0; t < complete.length(); t++) {
      cells.add(labels(t, marginals));
    }
    return complete.withWeighted(COLUMN, cells);
  }

  private List<WeightedValue> labels(int token, double[] marginals) {
    LabelSet labels = tagger.labels();
    List<WeightedValue> cell = new ArrayList<>();
    for (int v = 0; v < labels.size(); v++) {
      double weight = marginals[token * labels.size() + v];
      if (weight >= LEAST) {
        cell.add(new WeightedValue(labels.label(v), Math.min(1, weight)));
      }
    }
    return cell;
  }
}
