package org.gpchain.internal.training.graybox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.gpchain.internal.core.kernel.AdditiveLinearKernel;
import org.gpchain.internal.core.kernel.Kernel;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.gp.kernel.ComposedKernel;
import org.gpchain.internal.gp.kernel.CosinePolynomial;
import org.gpchain.internal.gp.kernel.EmbeddingKernel;
import org.gpchain.internal.gp.kernel.Rbf;
import org.gpchain.internal.gp.kernel.SumKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KernelFormTest {
  private static final AdditiveLinearKernel BASE =
      new AdditiveLinearKernel(new int[] {0, 0, 1}, new double[] {1, 4});

  /** Tokens with the features {0}, {1}, {0, 2}, whose variances are 1, 1 and 5. */
  private static final SparseRows ROWS =
      SparseRows.of(3, new int[] {0, 1, 2, 4}, new int[] {0, 1, 0, 2});

  private static final EmbeddingKernel WORDS =
      new EmbeddingKernel(new int[] {0, 1, -1}, new float[] {0, 0, 3, 4}, 2, 1);

  private static Kernel of(KernelForm form, EmbeddingKernel... words) {
    return form.over(BASE, List.of(words), ROWS, 1);
  }

  @Test
  void linearFormIsTheBaseKernel() {
    assertThat(of(KernelForm.LINEAR)).isSameAs(BASE);
  }

  /** The squared distances are 2 ({0}, {1}), 4 ({0}, {0, 2}) and 6 ({1}, {0, 2}). */
  @Test
  void lengthScaleAndVarianceFitTheTokens() {
    ComposedKernel rbf = (ComposedKernel) of(KernelForm.RBF);
    assertThat(rbf.base()).isSameAs(BASE);
    assertThat(rbf.variance()).isEqualTo((1 + 1 + 5) / 3.0);
    assertThat(rbf.function()).isEqualTo(new Rbf(2));
    ComposedKernel cosine = (ComposedKernel) of(KernelForm.COSINE);
    assertThat(cosine.variance()).isEqualTo(rbf.variance());
    assertThat(cosine.function()).isEqualTo(new CosinePolynomial(1, 2));
  }

  @Test
  void sumFormHasBothParts() {
    SumKernel sum = (SumKernel) of(KernelForm.LINEAR_RBF);
    assertThat(sum.parts().get(0)).isSameAs(BASE);
    assertThat(sum.parts().get(1)).hasToString(of(KernelForm.RBF).toString());
    assertThat(sum.parts()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void eachWordLineAddsAKernel(KernelForm form) {
    SumKernel sum = (SumKernel) of(form, WORDS, WORDS);
    assertThat(sum.parts()).hasSize(3);
    assertThat(sum.parts().get(0)).hasToString(of(form).toString());
    for (Kernel part : sum.parts().subList(1, 3)) {
      ComposedKernel words = (ComposedKernel) part;
      assertThat(words.base()).isSameAs(WORDS);
      assertThat(words.variance()).isEqualTo(1);
      // The distances of the vectors are 5, 0 and 5; zero distances do not count.
      assertThat(words.function()).isEqualTo(new Rbf(5));
    }
  }
}
