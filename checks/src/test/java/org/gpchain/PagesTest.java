package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the links of pages and their word budgets. */
final class PagesTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Pattern NAMED =
      Pattern.compile("(?<![\\w/-])(experiments/)?docs/[\\w/-]+\\.md");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern FIGURE = Pattern.compile("(?<![\\w.-])\\d[\\d,.]*(?![\\w-])");

  private static final List<String> FOR_USERS =
      List.of(
          "get-started",
          "train",
          "formats",
          "rules",
          "words",
          "encoder",
          "annotate",
          "evaluate",
          "serve-and-select",
          "python",
          "uima",
          "api",
          "hundred-sentences",
          "comparison");
  private static final List<String> FOR_DEVELOPERS =
      List.of("architecture", "notation", "model-file", "own-likelihood", "quality");

  @Test
  void targetsOfLinksExist() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : Repository.pages()) {
      Matcher link = LINK.matcher(BLOCK.matcher(Files.readString(page)).replaceAll(""));
      while (link.find()) {
        if (!link.group(1).matches("https?:.*") && !exists(page, link.group(1))) {
          broken.add(Repository.root().relativize(page) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void pagesNamedInCodeExist() throws IOException {
    List<String> missing = new ArrayList<>();
    for (Path file : Repository.files(".java")) {
      Matcher page = NAMED.matcher(Files.readString(file));
      while (page.find()) {
        if (!Files.exists(Repository.root().resolve(page.group()))) {
          missing.add(Repository.root().relativize(file) + ": " + page.group());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void everyPageHasABudget() throws IOException {
    try (Stream<Path> pages = Files.list(Repository.root().resolve("docs"))) {
      assertThat(
              pages.map(page -> page.getFileName().toString()).filter(name -> name.endsWith(".md")))
          .as("a page that is not listed here would escape the budget")
          .containsExactlyInAnyOrderElementsOf(
              Stream.concat(FOR_USERS.stream(), FOR_DEVELOPERS.stream())
                  .map(name -> name + ".md")
                  .toList());
    }
  }

  @Test
  void pagesStayWithinTheirBudgets() throws IOException {
    String readme = Files.readString(Repository.root().resolve("README.md"));
    assertThat(words(readme)).as("words of README.md").isLessThanOrEqualTo(750);
    assertThat(FIGURE.matcher(BLOCK.matcher(readme).replaceAll("")).results().count())
        .as("figures of README.md, outside of code")
        .isLessThanOrEqualTo(15);
    assertThat(words(Files.readString(Repository.root().resolve("CHANGES.md"))))
        .as("words of CHANGES.md")
        .isLessThanOrEqualTo(900);
    assertThat(words(FOR_USERS)).as("words of the pages for users").isLessThanOrEqualTo(16_000);
    assertThat(words(FOR_DEVELOPERS))
        .as("words of the pages for developers")
        .isLessThanOrEqualTo(6_000);
  }

  @Test
  void pagesOfExperimentsStayWithinTheirBudgets() throws IOException {
    int sum = 0;
    try (Stream<Path> pages = Files.list(Repository.root().resolve("experiments/docs"))) {
      for (Path page : pages.filter(file -> file.toString().endsWith(".md")).toList()) {
        int words = words(Files.readString(page));
        assertThat(words).as("words of " + page.getFileName()).isLessThanOrEqualTo(800);
        sum += words;
      }
    }
    assertThat(sum).as("words of the pages of experiments").isLessThanOrEqualTo(10_000);
  }

  /** {@code .ci/strangers} compiles and runs the project in docs/uima.md. */
  @Test
  void codeOfTheReadmeIsPartOfTheProjectInTheUimaPage() throws IOException {
    String readme = Files.readString(Repository.root().resolve("README.md"));
    String code = readme.split("```java\n", 2)[1].split("```", 2)[0];
    assertThat(Files.readString(Repository.root().resolve("docs/uima.md")))
        .contains(code.indent(4));
  }

  private static boolean exists(Path page, String link) throws IOException {
    int hash = link.indexOf('#');
    String path = hash < 0 ? link : link.substring(0, hash);
    Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return hash < 0
        || HEADING
            .matcher(Files.readString(target))
            .results()
            .anyMatch(heading -> anchor(heading.group(1)).equals(link.substring(hash + 1)));
  }

  /** Returns the anchor of a heading on GitHub. */
  private static String anchor(String heading) {
    return heading
        .strip()
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
        .replace(' ', '-');
  }

  private static int words(List<String> pages) throws IOException {
    int sum = 0;
    for (String page : pages) {
      sum += words(Files.readString(Repository.root().resolve("docs/" + page + ".md")));
    }
    return sum;
  }

  private static int words(String text) {
    return text.strip().split("\\s+").length;
  }
}
