package org.gpchain.core.likelihood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Contracts.assertComplete;
import static org.gpchain.core.Contracts.implementations;
import static org.gpchain.core.Contracts.tested;

import org.gpchain.core.kernel.Kernel;
import org.gpchain.core.kernel.KernelContractTest;
import org.gpchain.core.posterior.Posterior;
import org.gpchain.core.posterior.PosteriorContractTest;
import org.junit.jupiter.api.Test;

/**
 * Every implementation of this package's interfaces, of kernels and of posteriors is held to its
 * contract.
 */
class ContractsAreCompleteTest {
  @Test
  void everyLikelihoodHasItsContract() {
    assertComplete(SequenceLikelihood.class, SequenceLikelihoodContract.class, "likelihood");
  }

  @Test
  void everyDifferentiableLikelihoodHasItsContract() {
    assertComplete(
        DifferentiableLikelihood.class, DifferentiableLikelihoodContract.class, "likelihood");
  }

  @Test
  void everyLikelihoodIsNormalized() {
    assertThat(tested(NormalizedLikelihoodContract.class, "likelihood"))
        .containsAll(implementations(SequenceLikelihood.class));
  }

  @Test
  void everyInferenceHasItsContract() {
    assertComplete(MarginalInference.class, MarginalInferenceContract.class, "inference");
  }

  @Test
  void everyKernelHasItsContract() {
    assertThat(KernelContractTest.tested()).containsAll(implementations(Kernel.class));
  }

  @Test
  void everyPosteriorHasItsContract() {
    assertThat(PosteriorContractTest.tested()).containsAll(implementations(Posterior.class));
  }
}
