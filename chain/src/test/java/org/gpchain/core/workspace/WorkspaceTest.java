package org.gpchain.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkspaceTest {
  private static final class FirstScratch {}

  private static final class SecondScratch {}

  @Test
  void keepsOneObjectOfEachClass() {
    Workspace workspace = new Workspace();
    FirstScratch first = workspace.scratch(FirstScratch.class, FirstScratch::new);
    SecondScratch second = workspace.scratch(SecondScratch.class, SecondScratch::new);
    assertThat(workspace.scratch(FirstScratch.class, FirstScratch::new)).isSameAs(first);
    assertThat(workspace.scratch(SecondScratch.class, SecondScratch::new)).isSameAs(second);
    assertThat(new Workspace().scratch(FirstScratch.class, FirstScratch::new)).isNotSameAs(first);
  }

  @Test
  void ensureKeepsLargeEnoughArraysAndGrowsOthersByHalf() {
    double[] doubles = new double[5];
    assertThat(Workspace.ensure(doubles, 5)).isSameAs(doubles);
    assertThat(Workspace.ensure(doubles, 0)).isSameAs(doubles);
    assertThat(Workspace.ensure(doubles, 6).length).isGreaterThanOrEqualTo(6);

    int[] ints = new int[5];
    assertThat(Workspace.ensure(ints, 5)).isSameAs(ints);
    assertThat(Workspace.ensure(ints, 6).length).isGreaterThanOrEqualTo(6);

    assertThat(Workspace.ensure(new int[0], 1)).hasSize(1);
    assertThat(Workspace.ensure(new double[0], 100)).hasSize(100);
    assertThat(Workspace.ensure(new double[100], 101).length).isGreaterThanOrEqualTo(150);
    assertThat(Workspace.ensure(new int[100], 101).length).isGreaterThanOrEqualTo(150);
  }
}
