package org.gpchain.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.gpchain.experiments.data.GpstructData;
import org.gpchain.experiments.data.GpstructTask;
import org.gpchain.experiments.data.TinyGpstruct;
import org.gpchain.experiments.papers.GrayBoxForm.GrayBoxKernel;
import org.gpchain.internal.training.TrainerSettings.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FoldLearnersTest {
  private static final GpstructTask TASK = GpstructTask.SEGMENTATION;

  @TempDir private Path directory;

  /** The gray-box methods can be compared with the sampler only if they have the same prior. */
  @Test
  void unitKernelKeepsTheVarianceOfTheSampler() throws IOException {
    TinyGpstruct.write(directory, TASK, false);
    GpstructMethod sampler = GpstructMethod.GP_ESS;
    assertThat(marginals(sampler, GrayBoxKernel.UNIT))
        .isDeepEqualTo(marginals(sampler, GrayBoxKernel.LINEAR));
    for (GpstructMethod method :
        List.of(GpstructMethod.GP_VAR_B, GpstructMethod.GP_VAR_S, GpstructMethod.GP_VAR_P)) {
      // The only difference are the steps of the bound on the variance.
      double[][] unit = marginals(method, GrayBoxKernel.UNIT);
      double[][] linear = marginals(method, GrayBoxKernel.LINEAR);
      assertThat(Arrays.deepEquals(unit, linear)).as("%s", method).isFalse();
    }
  }

  private double[][] marginals(GpstructMethod method, GrayBoxKernel kernel) throws IOException {
    PaperRow row =
        PaperRow.of("row", "", method, kernel)
            .withSamples(20)
            .with(GrayBoxForm.of(kernel).withSize(4, 1).withRounds(1))
            .with(new EssForm(300, 10, 1, EssForm.Hyper.FIXED));
    FoldBench bench = FoldBench.of(directory, 1, new Run(1, 9), remark -> {});
    return FoldLearners.of(method)
        .marginals(GpstructData.read(directory, TASK, false, 1), 1, row, bench, stage -> {});
  }
}
