package org.gpchain.internal.gp.codec;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;

/** Random models whose posterior has a covariance in inducing points. */
final class CovarianceModels {
  private CovarianceModels() {}

  static Model of(long seed, TagScheme scheme) {
    TaggerCase parts = TaggerCase.of(seed, scheme);
    DecoupledPosterior mean = parts.posterior();
    return ModelCase.of(
        parts,
        new DecoupledPosterior(
            mean.labelCount(),
            mean.weights(),
            mean.pairwiseMean(),
            mean.pairwiseVariance(),
            covariance(new Draws(seed), parts)));
  }

  private static InducingCovariance covariance(Draws draws, TaggerCase parts) {
    List<TokenSequence> points =
        List.of(TaggerCase.sentence(draws, 3), TokenSequence.ofWords(List.of("a", "b", "c")));
    SparseRows inducing = new SequenceEncoder(parts.vocabulary()).encode(points);
    int m = inducing.rowCount();
    AdditiveLinearKernel kernel =
        new AdditiveLinearKernel(parts.vocabulary().groupOfFeature(), new double[] {0.5, 0.3, 0.1});
    List<Cholesky> precision = new ArrayList<>();
    for (int label = 0; label < parts.labels().size(); label++) {
      precision.add(Cholesky.ofFactor(draws.factor(m, 0.5, 1, 2), m));
    }
    return new InducingCovariance(InducingProjection.of(kernel, inducing), precision);
  }
}
