package org.gpchain.internal.training.descent;

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
import org.gpchain.internal.training.descent.MemberwiseObjective.Members;
import org.gpchain.internal.training.optim.StochasticObjectiveContract;
import org.junit.jupiter.api.Test;

/** Contract of each {@link MemberwiseObjective}. */
public interface MemberwiseObjectiveContract extends StochasticObjectiveContract {
  /** Returns an objective with at least two members, and with few parameters. */
  @Override
  MemberwiseObjective objective(Parallel parallel);

  @Test
  default void partsAddUpToValueAndGradient() {
    MemberwiseObjective objective = onOneThread();
    double[] at = point(objective, 11);
    int[] allMembers = everyMember(objective);
    Members members = objective.members(at, allMembers, 7);
    double[] gradient = filled(at.length, Double.NaN);
    double[] sum = objective.sum(allMembers, members.compact(), 1);
    double commonValue = objective.gradient(at, sum, gradient);
    Evaluation.of(objective, at).assertCloseTo("parts", members.value() + commonValue, gradient);
  }

  /**
   * The members are divided into batches, which are weighted by their sizes: batches of one member,
   * and two batches of different sizes.
   */
  @Test
  default void weightedMeanOfBatchesIsTheWhole() {
    MemberwiseObjective objective = onOneThread();
    double[] at = point(objective, 6);
    int[] allMembers = everyMember(objective);
    for (int size : new int[] {1, allMembers.length / 2 + 1}) {
      double[] gradient = new double[at.length];
      for (int from = 0; from < allMembers.length; from += size) {
        int[] batch =
            Arrays.copyOfRange(allMembers, from, Math.min(allMembers.length, from + size));
        double share = (double) batch.length / allMembers.length;
        double[] part = new double[at.length];
        double[][] compact = objective.members(at, batch, 7).compact();
        objective.gradient(at, objective.sum(batch, compact, 1 / share), part);
        gradient = sum(gradient, share, part);
      }
      assertClose("whole", Evaluation.of(objective, at).gradient(), gradient, ROUNDING);
    }
  }

  /** The result for a member is bitwise the same alone, with other members and in any order. */
  @Test
  default void membersDoNotDependOnOtherMembers() {
    MemberwiseObjective objective = onOneThread();
    double[] at = point(objective, 12);
    int[] allMembers = everyMember(objective);
    Members together = objective.members(at, allMembers, 3);
    double added = 0;
    for (int n : allMembers) {
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
  default void sumIsLinear() {
    MemberwiseObjective objective = onOneThread();
    Draws draws = new Draws(13);
    int[] allMembers = everyMember(objective);
    double[][] first = compact(objective, draws);
    double[][] second = compact(objective, draws);
    double[][] combined = sum(first, -0.3, second);
    double[] expected =
        sum(objective.sum(allMembers, first, 1.5), -0.3, objective.sum(allMembers, second, 1.5));
    double[] actual = objective.sum(allMembers, combined, 1.5);
    assertClose("combined", actual, expected, ROUNDING);
    double[] twice = objective.sum(allMembers, combined, 3);
    assertClose("twice", twice, sum(expected, 1, expected), ROUNDING);

    double[] oneByOne = new double[actual.length];
    for (int n : allMembers) {
      double[] ofMember = objective.sum(new int[] {n}, new double[][] {combined[n]}, 1.5);
      oneByOne = sum(oneByOne, 1, ofMember);
    }
    assertClose("one by one", oneByOne, actual, ROUNDING);
  }

  /** Because the gradient is affine in the sum, an unbiased sum gives an unbiased gradient. */
  @Test
  default void gradientIsAffineInTheSum() {
    MemberwiseObjective objective = onOneThread();
    Draws draws = new Draws(14);
    double[] at = point(objective, 15);
    double[] firstSum = draws.normals(sumSize(objective), 1);
    double[] secondSum = draws.normals(firstSum.length, 1);
    double[] between = sum(firstSum, 0.7, sum(secondSum, -1, firstSum));
    double[][] gradient = new double[3][at.length];
    double commonValue = objective.gradient(at, firstSum, gradient[0]);

    assertThat(objective.gradient(at, secondSum, gradient[1])).isEqualTo(commonValue);

    objective.gradient(at, between, gradient[2]);
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
    double[][] first = null;
    for (int threads : new int[] {1, 4}) {
      try (Parallel parallel = new Parallel(threads)) {
        MemberwiseObjective objective = objective(parallel);
        double[] at = point(objective, 18);
        int[] allMembers = everyMember(objective);
        double[][] compact = objective.members(at, allMembers, 5).compact();
        double[] sum = objective.sum(allMembers, compact, 1.1);
        double[] gradient = new double[at.length];
        objective.gradient(at, sum, gradient);
        double[][] parts =
            Stream.concat(Arrays.stream(compact), Stream.of(sum, gradient))
                .toArray(double[][]::new);
        if (first == null) {
          first = parts;
        }

        assertThat(parts).isDeepEqualTo(first);
      }
    }
  }

  private MemberwiseObjective onOneThread() {
    return objective(new Parallel(1));
  }

  private static int sumSize(MemberwiseObjective objective) {
    return objective.sum(new int[0], new double[0][], 1).length;
  }

  /** Returns random compact gradients of all members. */
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
