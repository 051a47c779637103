package org.gpchain.internal.gp.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.core.Draws;
import org.gpchain.core.decode.TaggerCase;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelCase;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.algebra.PrincipalAxes;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.CosinePolynomial;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.gp.posterior.Components;
import org.gpchain.internal.gp.posterior.GaussianComponent;
import org.gpchain.internal.gp.posterior.SparsePosterior;

/** Small models with sparse posteriors. */
final class SparseModels {
  private SparseModels() {}

  /**
   * Form of a posterior.
   *
   * @param components number of mixture components K
   * @param diagonal whether the covariances of inducing values are diagonal; the covariance of
   *     transitions is then full, and otherwise diagonal
   * @param rotated whether coordinates are rotated
   */
  record Form(int components, boolean diagonal, boolean rotated) {
    static final Form SIMPLE = new Form(1, true, true);
  }

  static EmbeddingKernel embedding(int features, long seed) {
    Draws draws = new Draws(seed);
    float[] vectors = new float[4 * 3];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = (float) draws.between(-1.0, 1.0);
    }
    int[] vectorOf = new int[features];
    for (int d = 0; d < features; d++) {
      vectorOf[d] = draws.index(5) - 1;
    }
    return new EmbeddingKernel(vectorOf, vectors, 3, 1.0 / 3);
  }

  /** Returns a kernel of each form over the features of a vocabulary, by name. */
  static Map<String, Kernel> kernels(Vocabulary vocabulary) {
    AdditiveLinearKernel linear =
        new AdditiveLinearKernel(vocabulary.groupOfFeature(), new double[] {0.1 + 0.2, 1e-9, 3});
    EmbeddingKernel words = embedding(vocabulary.featureCount(), 1);
    EmbeddingKernel next =
        new EmbeddingKernel(
            embedding(vocabulary.featureCount(), 2).vectorOfFeature(), words.vectors(), 3, 1);
    Kernel rbf = new ComposedKernel(linear, 0.7, new Rbf(1.3));

    Map<String, Kernel> kernels = new LinkedHashMap<>();
    kernels.put("linear", linear);
    kernels.put("rbf", rbf);
    kernels.put("cosine", new ComposedKernel(linear, Math.PI, new CosinePolynomial(0.3, 2)));
    kernels.put("embedding", words);
    kernels.put("sum", new SumKernel(linear, rbf));
    kernels.put(
        "words",
        new SumKernel(
            linear,
            new ComposedKernel(words, 1, new Rbf(1 / 1.1)),
            new ComposedKernel(next, 2, new Rbf(3))));
    kernels.put("window", new ComposedKernel(new SumKernel(words, next), 1e-7, new Rbf(1e3)));
    return kernels;
  }

  /** Returns a model with a kernel of {@link #kernels}. */
  static Model of(String kernel, Form form) {
    return of(7, kernel, form);
  }

  static Model of(long seed, String kernel, Form form) {
    TaggerCase parts = TaggerCase.of(seed, TagScheme.IOB2);
    return ModelCase.of(
        parts,
        posterior(
            parts.vocabulary(),
            kernels(parts.vocabulary()).get(kernel),
            parts.labels().size(),
            form,
            seed));
  }

  private static SparsePosterior posterior(
      Vocabulary vocabulary, Kernel kernel, int v, Form form, long seed) {
    Draws draws = new Draws(seed);
    List<TokenSequence> sentences = new ArrayList<>();
    sentences.add(TaggerCase.sentence(draws, 3));
    sentences.add(TokenSequence.ofWords(List.of("a", "b", "c")));
    SparseRows inducing = new SequenceEncoder(vocabulary).encode(sentences);
    int m = inducing.rowCount();
    InducingProjection projection = InducingProjection.of(kernel, inducing);

    List<GaussianComponent> components = new ArrayList<>();
    double[] weights = new double[form.components()];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = 2 * (k + 1.0) / (weights.length * (weights.length + 1));
      components.add(Components.of(draws, v, m, form.diagonal()));
    }
    return new SparsePosterior(
        v,
        form.rotated() ? projection.rotated(axes(draws, m)) : projection,
        weights,
        components,
        Components.of(draws, 1, v * v, !form.diagonal()));
  }

  private static double[] axes(Draws draws, int m) {
    double[] symmetric = new double[m * m];
    for (int i = 0; i < m; i++) {
      for (int j = 0; j <= i; j++) {
        symmetric[i * m + j] = draws.between(-1.0, 1.0);
        symmetric[j * m + i] = symmetric[i * m + j];
      }
    }
    return PrincipalAxes.of(symmetric, m);
  }
}
