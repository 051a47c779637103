package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.internal.cli.OptionsPage;
import org.junit.jupiter.api.Test;

/**
 * Tests that the generated reference pages are up to date. {@code -Dgpchain.reference=write} writes
 * them.
 */
final class ReferenceTest {
  @Test
  void pageOfOptionsIsUpToDate() throws Exception {
    check("options.md", OptionsPage.write());
  }

  @Test
  void pageOfComponentsIsUpToDate() throws Exception {
    check("components.md", ComponentsPage.write());
  }

  @Test
  void pageOfLimitsIsUpToDate() throws Exception {
    check("limits.md", LimitsPage.write());
  }

  private static void check(String name, String page) throws Exception {
    Path file = Repository.root().resolve("docs/reference").resolve(name);
    if ("write".equals(System.getProperty("gpchain.reference"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, page);
    }
    assertThat(file)
        .as("%s is outdated; CONTRIBUTING.md describes how to generate it", name)
        .content()
        .isEqualTo(page);
  }
}
