package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.internal.cli.OptionsPage;
import org.junit.jupiter.api.Test;

/**
 * Pages that are made from the code are those of this code. {@code -Dgpchain.reference=write}
 * writes them.
 */
final class ReferenceTest {
  @Test
  void optionsAreThoseOfTheCommands() throws Exception {
    check("options.md", OptionsPage.write());
  }

  @Test
  void parametersAreThoseOfTheDescriptors() throws Exception {
    check("components.md", ComponentsPage.write());
  }

  @Test
  void limitsAreThoseOfTheConstants() throws Exception {
    check("limits.md", LimitsPage.write());
  }

  private static void check(String name, String page) throws Exception {
    Path file = Repository.root().resolve("docs/reference").resolve(name);
    if ("write".equals(System.getProperty("gpchain.reference"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, page);
    }
    assertThat(file)
        .as("CONTRIBUTING.md says how %s is written anew", name)
        .content()
        .isEqualTo(page);
  }
}
