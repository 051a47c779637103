package org.gpchain.core.likelihood;

import static org.gpchain.core.Contracts.assertComplete;

import org.junit.jupiter.api.Test;

/** Every implementation of the interfaces of this package is held to its contract. */
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
