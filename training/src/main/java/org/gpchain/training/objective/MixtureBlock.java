package org.gpchain.training.objective;

import java.util.List;
import org.gpchain.core.posterior.GaussianComponent;

/**
 * What one label's block of coordinates gives to {@link MixtureDivergence}; the form of the
 * covariances is known here and nowhere else. Components are numbered as in the mixture.
 */
sealed interface MixtureBlock permits DiagonalMixtureBlock, FullMixtureBlock {

  /** {@code ½ (mᵀm + tr S)} of a component. */
  double halfSquare(int k);

  /** {@code log |S|} of a component. */
  double logDeterminant(int k);

  /**
   * {@code log N(m_k; m_ℓ, S_k + S_ℓ) + M/2 log 2π} of two components.
   *
   * @param k the first, less than {@code l}
   */
  double logOverlap(int k, int l);

  /**
   * Writes this block of the gradient. With {@code A_kℓ = (S_k + S_ℓ)⁻¹} and {@code u_kℓ = A_kℓ
   * (m_k − m_ℓ)} it is {@code ∂/∂m_k = π_k m_k − Σ_ℓ w_kℓ u_kℓ} and {@code ∂/∂S_k = ½ [π_k I − Σ_ℓ
   * w_kℓ (A_kℓ − u_kℓ u_kℓᵀ)]}, the latter pulled back to the deviations' logarithms or to the
   * factor. The pair of a component with itself adds {@code −½ w_kk} to the derivative with respect
   * to the logarithm of each deviation, or of each diagonal entry of the factor, for {@code 2 · ½
   * (2S)⁻¹ · C = ½ C⁻ᵀ}.
   *
   * @param weights π, {@code [K]}; not modified
   * @param pairWeights w, {@code [K×K]}, symmetric; not modified
   * @param out one for each component; this block of each is overwritten
   */
  void gradient(double[] weights, double[] pairWeights, List<GaussianComponent> out);
}
