package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.internal.cli.OptionsPage;
import org.junit.jupiter.api.Test;

/**
 * Tests that the generated reference pages and types are up to date. {@code
 * -Dgpchain.reference=write} writes them.
 */
final class ReferenceTest {
  @Test
  void pageOfOptionsIsUpToDate() throws Exception {
    checkPage("options.md", OptionsPage.write());
  }

  @Test
  void pageOfComponentsIsUpToDate() throws Exception {
    checkPage("components.md", ComponentsPage.write());
  }

  @Test
  void pageOfLimitsIsUpToDate() throws Exception {
    checkPage("limits.md", LimitsPage.write());
  }

  @Test
  void typesOfThePythonClientAreUpToDate() throws Exception {
    check(Repository.root().resolve("clients/python/gpchain/types.xml"), PythonTypes.write());
  }

  private static void checkPage(String name, String page) throws Exception {
    check(Repository.root().resolve("docs/reference").resolve(name), page);
  }

  private static void check(Path file, String content) throws Exception {
    if ("write".equals(System.getProperty("gpchain.reference"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, content);
    }
    assertThat(file)
        .as("%s is outdated; CONTRIBUTING.md describes how to generate it", file)
        .content()
        .isEqualTo(content);
  }
}
