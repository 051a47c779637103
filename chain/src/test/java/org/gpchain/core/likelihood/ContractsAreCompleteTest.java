package org.gpchain.core.likelihood;

import static org.gpchain.core.Contracts.assertComplete;

import org.junit.jupiter.api.Test;

/** Tests that each implementation of the interfaces of this package has contract tests. */
class ContractsAreCompleteTest {
  @Test
  void everyLikelihoodAndInferenceHasItsContracts() {
    assertComplete(SequenceLikelihood.class, SequenceLikelihoodContract.class, "likelihood");
    assertComplete(SequenceLikelihood.class, NormalizedLikelihoodContract.class, "likelihood");
    assertComplete(
        DifferentiableLikelihood.class, DifferentiableLikelihoodContract.class, "likelihood");
    assertComplete(MarginalInference.class, MarginalInferenceContract.class, "inference");
  }
}
