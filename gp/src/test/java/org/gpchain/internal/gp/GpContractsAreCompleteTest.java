package org.gpchain.internal.gp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.Contracts.implementations;

import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.gp.kernel.KernelContractTest;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.posterior.PosteriorContractTest;
import org.junit.jupiter.api.Test;

/** Tests that each kernel and each posterior is covered by its contract test. */
class GpContractsAreCompleteTest {
  @Test
  void everyKernelHasAContractTest() {
    assertThat(KernelContractTest.tested())
        .contains(AdditiveLinearKernel.class)
        .containsAll(implementations(Kernel.class, Rbf.class));
  }

  @Test
  void everyPosteriorHasAContractTest() {
    assertThat(PosteriorContractTest.tested())
        .contains(DecoupledPosterior.class)
        .containsAll(implementations(Posterior.class, Rbf.class));
  }
}
