package org.gpchain.internal.training.bound;

import org.gpchain.core.Draws;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.CosinePolynomial;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract test of the objective of the hyper-parameters; each variance is varied. */
@ParameterizedClass
@EnumSource
class HyperObjectiveContractTest implements StochasticObjectiveContract {
  @Parameter Form form;

  enum Form {
    ONE_GAUSSIAN(1, false, 1, 3, 5, 4, 1, 6, 2, 1),
    MIXTURE(3, false, 2, 3, 3, 5, 1, 2, 2),
    MIXTURE_ON_ROTATED_AXES(4, true, 2, 2, 4, 3, 1, 4),
    ROTATED_AXES(5, true, 1, 2, 5, 3, 1, 4),
    KERNELS_OF_VECTORS(11, true, 1, 2, 4, 3, 1, 4),
    OTHER_KERNELS(10, true, 1, 2, 4, 3, 1, 4),
    // More points than a thread processes at a time.
    MANY_INDUCING_POINTS(6, false, 1, 2, 40, 20, 1, 21),
    ONE_TOKEN_SENTENCES_AND_ONE_INDUCING_POINT(7, false, 2, 3, 1, 1, 1, 1),
    ONE_LABEL(8, false, 1, 1, 3, 4, 1, 2);

    private final BoundCase of;
    private final int components;

    Form(long seed, boolean rotated, int components, int labels, int inducing, int... lengths) {
      Draws draws = new Draws(seed);
      BoundCase plain = BoundCase.random(draws, labels, inducing, lengths);
      this.of = rotated ? plain.rotated(BoundCase.axes(draws, inducing)) : plain;
      this.components = components;
    }
  }

  @Override
  public HyperObjective objective(Parallel parallel) {
    BoundCase of = form.of;
    EvidenceLowerBound bound =
        of.bound(
            of.layout(form.components), new Pathwise(new LinearChain(of.labels())), 3, parallel);
    double[] parameters = new Draws(9).normals(bound.parameterCount(), 0.6);
    if (form == Form.KERNELS_OF_VECTORS) {
      return ofVectors(of.withVectors(new Draws(3)), parameters, parallel);
    }
    if (form != Form.OTHER_KERNELS) {
      return new HyperObjective(bound, bound.posterior(parameters), of::kernel, parallel);
    }
    // A sum of kernels that are nonlinear in their hyper-parameters.
    Kernel base = of.projection().kernel();
    Kernel kernel =
        new SumKernel(
            new ComposedKernel(base, 0.8, new Rbf(1.2)),
            new ComposedKernel(base, 0.5, new CosinePolynomial(0.7, 2)));
    ProjectedSentences sentences =
        ProjectedSentences.of(of.corpus(), of.projection().withKernel(kernel), parallel);
    EvidenceLowerBound other = bound.at(sentences, BoundCase.DEVIATION);

    return new HyperObjective(
        other, other.posterior(parameters), kernel::withHyperParameters, parallel);
  }

  /** Returns the objective of an RBF kernel of vectors, added to the kernel of the features. */
  private HyperObjective ofVectors(BoundCase of, double[] parameters, Parallel parallel) {
    Kernel kernel = of.projection().kernel();
    EvidenceLowerBound bound =
        of.bound(
            of.layout(form.components), new Pathwise(new LinearChain(of.labels())), 3, parallel);
    return new HyperObjective(
        bound, bound.posterior(parameters), kernel::withHyperParameters, parallel);
  }
}
