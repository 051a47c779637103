package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Contracts.assertComplete;
import static org.gpchain.core.Contracts.implementations;

import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.kernel.KernelContractTest;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.posterior.PosteriorContractTest;
import org.junit.jupiter.api.Test;

/**
 * Every implementation of this package's interfaces, of kernels and of posteriors is held to its
 * contract.
 */
class ContractsAreCompleteTest {
  @Test
  void everyLikelihoodAndInferenceHasItsContracts() {
    assertComplete(SequenceLikelihood.class, SequenceLikelihoodContract.class, "likelihood");
    assertComplete(SequenceLikelihood.class, NormalizedLikelihoodContract.class, "likelihood");
    assertComplete(
        DifferentiableLikelihood.class, DifferentiableLikelihoodContract.class, "likelihood");
    assertComplete(MarginalInference.class, MarginalInferenceContract.class, "inference");
  }

  @Test
  void everyKernelAndPosteriorHasItsContract() {
    assertThat(KernelContractTest.tested()).containsAll(implementations(Kernel.class));
    assertThat(PosteriorContractTest.tested()).containsAll(implementations(Posterior.class));
  }
}
