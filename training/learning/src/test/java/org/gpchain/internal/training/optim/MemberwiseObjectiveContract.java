package org.gpchain.internal.training.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.core.NaiveAlgebra.filled;
import static org.gpchain.core.NaiveAlgebra.sum;
import static org.gpchain.core.Tolerances.ROUNDING;
import static org.gpchain.core.Tolerances.assertClose;
import static org.gpchain.internal.training.optim.StochasticObjectiveContract.point;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.gpchain.core.Draws;
import org.gpchain.internal.core.math.Parallel;
import org.gpchain.internal.training.optim.MemberwiseObjective.Members;
import org.junit.jupiter.api.Test;

/** What every {@link MemberwiseObjective} promises. */
public interface MemberwiseObjectiveContract extends StochasticObjectiveContract {
  /** An objective of at least two members, and so few parameters that each can be varied. */
  @Override
  MemberwiseObjective objective(Parallel parallel);

  /** The three parts together are the value and the gradient. */
  @Test
  default void partsMakeUpValueAndGradient() {
    MemberwiseObjective objective = onOneThread();
    double[] at = point(objective, 11);
    int[] all = everyMember(objective);
    Members members = objective.members(at, all, 7);
    double[] gradient = filled(at.length, Double.NaN);
    double rest = objective.gradient(at, objective.sum(all, members.compact(), 1), gradient);
    Evaluation.of(objective, at).assertCloseTo("parts", members.value() + rest, gradient);
  }

  /**
   * Batches that share the members out, of one each or the last shorter than the others: each
   * counts by its size.
   */
  @Test
  default void batchesAverageToTheWholeByTheirSize() {
    MemberwiseObjective objective = onOneThread();
    double[] at = point(objective, 6);
    int[] all = everyMember(objective);
    for (int size : new int[] {1, all.length / 2 + 1}) {
      double[] gradient = new double[at.length];
      for (int from = 0; from < all.length; from += size) {
        int[] batch = Arrays.copyOfRange(all, from, Math.min(all.length, from + size));
        double share = (double) batch.length / all.length;
        double[] part = new double[at.length];
        double[][] compact = objective.members(at, batch, 7).compact();
        objective.gradient(at, objective.sum(batch, compact, 1 / share), part);
        gradient = sum(gradient, share, part);
      }
      assertClose("whole", Evaluation.of(objective, at).gradient(), gradient, ROUNDING);
    }
  }

  /** A member is the same alone, in company and in any order, bit for bit. */
  @Test
  default void companyOfAMemberDoesNotMatter() {
    MemberwiseObjective objective = onOneThread();
    double[] at = point(objective, 12);
    int[] all = everyMember(objective);
    Members together = objective.members(at, all, 3);
    double added = 0;
    for (int n : all) {
      Members alone = objective.members(at, new int[] {n}, 3);
      added += alone.value();
      assertThat(alone.compact()[0]).isEqualTo(together.compact()[n]);
    }
    assertClose("values", added, together.value(), ROUNDING);
    double[][] swapped = objective.members(at, new int[] {1, 0}, 3).compact();
    assertThat(swapped[0]).isEqualTo(together.compact()[1]);
    assertThat(swapped[1]).isEqualTo(together.compact()[0]);
  }

  @Test
  default void addingUpIsLinear() {
    MemberwiseObjective objective = onOneThread();
    Draws draws = new Draws(13);
    int[] all = everyMember(objective);
    double[][] first = compact(objective, draws);
    double[][] second = compact(objective, draws);
    double[][] combined = sum(first, -0.3, second);
    double[] expected = sum(objective.sum(all, first, 1.5), -0.3, objective.sum(all, second, 1.5));
    double[] actual = objective.sum(all, combined, 1.5);
    assertClose("combined", actual, expected, ROUNDING);
    double[] twice = objective.sum(all, combined, 3);
    assertClose("twice", twice, sum(expected, 1, expected), ROUNDING);

    double[] oneByOne = new double[actual.length];
    for (int n : all) {
      double[] own = objective.sum(new int[] {n}, new double[][] {combined[n]}, 1.5);
      oneByOne = sum(oneByOne, 1, own);
    }
    assertClose("one by one", oneByOne, actual, ROUNDING);
  }

  /** The gradient is affine in the sum, so an unbiased sum gives an unbiased gradient. */
  @Test
  default void gradientIsAffineInTheSum() {
    MemberwiseObjective objective = onOneThread();
    Draws draws = new Draws(14);
    double[] at = point(objective, 15);
    double[] one = draws.normals(sumSize(objective), 1);
    double[] other = draws.normals(one.length, 1);
    double[][] gradient = new double[3][at.length];
    double rest = objective.gradient(at, one, gradient[0]);
    assertThat(objective.gradient(at, other, gradient[1])).isEqualTo(rest);
    objective.gradient(at, sum(one, 0.7, sum(other, -1, one)), gradient[2]);
    double[] expected = sum(gradient[0], 0.7, sum(gradient[1], -1, gradient[0]));
    assertClose("between", gradient[2], expected, ROUNDING);
  }

  @Test
  default void argumentsOfThePartsAreNotModified() {
    MemberwiseObjective objective = onOneThread();
    Draws draws = new Draws(16);
    double[] at = point(objective, 17);
    double[] atCopy = at.clone();
    int[] batch = {1, 0};
    objective.members(at, batch, 7);
    double[][] compact = {compact(objective, draws)[1], compact(objective, draws)[0]};
    double[][] compactCopy = {compact[0].clone(), compact[1].clone()};
    double[] sum = objective.sum(batch, compact, 2);
    double[] sumCopy = sum.clone();
    objective.gradient(at, sum, new double[at.length]);
    assertThat(at).isEqualTo(atCopy);
    assertThat(batch).containsExactly(1, 0);
    assertThat(compact).isDeepEqualTo(compactCopy);
    assertThat(sum).isEqualTo(sumCopy);
  }

  @Test
  default void samePartsOnAnyNumberOfThreads() {
    double[][] ofOne = null;
    for (int threads : new int[] {1, 4}) {
      try (Parallel parallel = new Parallel(threads)) {
        MemberwiseObjective objective = objective(parallel);
        double[] at = point(objective, 18);
        int[] all = everyMember(objective);
        double[][] compact = objective.members(at, all, 5).compact();
        double[] sum = objective.sum(all, compact, 1.1);
        double[] gradient = new double[at.length];
        objective.gradient(at, sum, gradient);
        double[][] parts =
            Stream.concat(Arrays.stream(compact), Stream.of(sum, gradient))
                .toArray(double[][]::new);
        ofOne = ofOne == null ? parts : ofOne;
        assertThat(parts).isDeepEqualTo(ofOne);
      }
    }
  }

  private MemberwiseObjective onOneThread() {
    return objective(new Parallel(1));
  }

  private static int sumSize(MemberwiseObjective objective) {
    return objective.sum(new int[0], new double[0][], 1).length;
  }

  /** Random compact gradients of all members. */
  private static double[][] compact(MemberwiseObjective objective, Draws draws) {
    double[][] like = objective.members(point(objective, 19), everyMember(objective), 1).compact();
    return Arrays.stream(like)
        .map(member -> draws.normals(member.length, 1))
        .toArray(double[][]::new);
  }

  private static int[] everyMember(MemberwiseObjective objective) {
    assertThat(objective.size()).isGreaterThan(1);
    return IntStream.range(0, objective.size()).toArray();
  }
}
