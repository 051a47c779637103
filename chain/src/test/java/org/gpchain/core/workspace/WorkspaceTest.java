package org.gpchain.core.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WorkspaceTest {
  private static final class Mine {}

  private static final class Yours {}

  @Test
  void keepsOneObjectOfEachClass() {
    Workspace workspace = new Workspace();
    Mine mine = workspace.scratch(Mine.class, Mine::new);
    Yours yours = workspace.scratch(Yours.class, Yours::new);
    assertThat(workspace.scratch(Mine.class, Mine::new)).isSameAs(mine);
    assertThat(workspace.scratch(Yours.class, Yours::new)).isSameAs(yours);
    assertThat(new Workspace().scratch(Mine.class, Mine::new)).isNotSameAs(mine);
  }

  @Test
  void ensureKeepsWhatIsLargeEnoughAndGrowsByMoreThanOne() {
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
