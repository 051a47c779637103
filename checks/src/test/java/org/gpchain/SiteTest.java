package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Builds the website in {@code checks/target/site} and checks its links. */
final class SiteTest {
  private static Site site;

  @BeforeAll
  static void build() throws IOException {
    Path root = Repository.root();
    site = new Site(root, root.resolve("checks/target/site"));
    site.clear();
    assertThat(site.writeJavadoc()).as("messages of javadoc").isEmpty();
    site.writePages();
  }

  @Test
  void targetsOfLinksExist() throws IOException {
    assertThat(site.brokenLinks()).isEmpty();
  }

  @Test
  void everyPageOfTheManualIsInTheMenu() throws IOException {
    List<String> inMenu = Site.MENU.stream().flatMap(section -> section.pages().stream()).toList();
    try (Stream<Path> pages = Files.list(Repository.root().resolve("docs"))) {
      List<String> manual =
          pages
              .map(page -> "docs/" + page.getFileName())
              .filter(page -> page.endsWith(".md"))
              .toList();
      assertThat(inMenu).containsAll(manual);
    }
  }
}
