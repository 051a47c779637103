package org.gpchain.training.objective;

/**
 * Where the sum of pulled-back latent gradients holds what: for each component its expected
 * log-likelihood, {@code ∂/∂m [V×M]}, {@code ∂/∂S [V][M or M×M]} (lower triangles), {@code ∂/∂E[g]}
 * and {@code ∂/∂Var[g]}.
 */
final class SumLayout {
  private final ParameterLayout layout;

  SumLayout(ParameterLayout layout) {
    this.layout = layout;
  }

  int size() {
    return value(layout.components());
  }

  int value(int component) {
    int pairs = layout.pairs();
    int ofOne =
        1
            + layout.labelCount() * (layout.inducing() + layout.unary().size(layout.inducing()))
            + pairs
            + layout.pairwise().size(pairs);
    return Math.multiplyExact(component, ofOne);
  }

  int mean(int component, int label) {
    return value(component) + 1 + label * layout.inducing();
  }

  int covariance(int component, int label) {
    return mean(component, layout.labelCount()) + label * layout.unary().size(layout.inducing());
  }

  int pairwise(int component) {
    return covariance(component, layout.labelCount());
  }

  int pairwiseCovariance(int component) {
    return pairwise(component) + layout.pairs();
  }
}
