package org.gpchain.internal.training.decoupled;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.ColumnSources;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.ProvenanceEntry;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;

/**
 * Removes the parts of a model that hardly affect a score: weights near zero, features that have
 * only such weights, and template lines that have only such features. For example, all features of
 * a group are removed if the learned variance of the group is almost zero. Models with a posterior
 * covariance and models with a sparse posterior are not changed, because all features are part of
 * their kernels. Dense features are always kept.
 */
public final class Pruning {
  /** Provenance: the weight below which weights were removed. */
  private static final ProvenanceEntry<Double> THRESHOLD = ProvenanceEntry.ofNumber("pruning");

  private Pruning() {}

  /**
   * Returns a model without weights near zero.
   *
   * @param threshold minimum absolute value of a weight; with 0, only features whose weights are
   *     all zero are removed
   */
  public static Model apply(Model model, double threshold) {
    if (!(model.posterior() instanceof DecoupledPosterior posterior)
        || posterior.hasCovariance()
        || posterior.featureCount() == 0) {
      return model;
    }

    int v = posterior.labelCount();
    float[] weights = posterior.weights().clone();
    int denseFrom = model.vocabulary().featureCount();
    boolean[] kept = new boolean[posterior.featureCount()];
    Arrays.fill(kept, denseFrom, kept.length, true);
    for (int i = 0; i < denseFrom * v; i++) {
      if (Math.abs(weights[i]) < threshold) {
        weights[i] = 0;
      }
      kept[i / v] |= weights[i] != 0;
    }
    if (count(kept, 0, denseFrom) == 0) {
      // A template set has at least one line, and a line at least one feature.
      kept[0] = true;
    }

    DecoupledPosterior pruned =
        new DecoupledPosterior(
            v,
            rows(weights, kept, v),
            posterior.pairwiseMean(),
            posterior.pairwiseVariance(),
            null);
    Provenance provenance = model.provenance().with(THRESHOLD, threshold);
    return new Model(
        model.task(), features(model, kept), pruned, model.calibration(), provenance, model.run());
  }

  /**
   * Returns the features of a pruned model, without the sources of columns that it no longer reads.
   *
   * @param kept whether each feature is kept, {@code [D]}
   */
  private static Features features(Model model, boolean[] kept) {
    boolean[] keptOfVocabulary = Arrays.copyOf(kept, model.vocabulary().featureCount());
    Vocabulary vocabulary = model.vocabulary().retain(keptOfVocabulary);
    List<String> columns = vocabulary.templates().requiredColumns();
    Tagset tagset = columns.contains(TokenSequence.POS) ? model.features().tagset() : null;
    WordResource words = model.words();
    if (words != null) {
      words = words.only(columns);
    }
    List<String> softColumns =
        model.features().softColumns().stream().filter(columns::contains).toList();

    return new Features(
            vocabulary,
            prior(model, kept),
            tagset,
            ColumnSources.of(words, softColumns),
            model.features().vectors())
        .reading(model.features().annotationColumns());
  }

  /** Returns the number of features that are kept in the range {@code [from, to)}. */
  private static int count(boolean[] kept, int from, int to) {
    return (int) IntStream.range(from, to).filter(d -> kept[d]).count();
  }

  /** Returns the weights of the features that are kept. */
  private static float[] rows(float[] weights, boolean[] kept, int v) {
    float[] rows = new float[count(kept, 0, kept.length) * v];
    int next = 0;
    for (int d = 0; d < kept.length; d++) {
      if (kept[d]) {
        System.arraycopy(weights, d * v, rows, next, v);
        next += v;
      }
    }
    return rows;
  }

  /** Returns the prior of the groups that keep at least one feature. */
  private static Prior prior(Model model, boolean[] kept) {
    Vocabulary vocabulary = model.vocabulary();
    double[] variances = model.prior().groupVariance();
    int used = 0;
    for (int g = 0; g < variances.length; g++) {
      boolean isDense = g >= vocabulary.groupCount();
      if (isDense || count(kept, vocabulary.groupStart(g), vocabulary.groupStart(g + 1)) > 0) {
        variances[used++] = variances[g];
      }
    }
    return new Prior(Arrays.copyOf(variances, used), model.prior().transitionVariance());
  }
}
