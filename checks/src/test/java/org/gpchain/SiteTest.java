package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;
import org.junit.jupiter.api.Test;

/** Builds a site of all pages in {@code checks/target/site}, and checks its links. */
final class SiteTest {
  private static final Pattern LINK = Pattern.compile("(href|src)=\"([^\"]*)\"");
  private static final Pattern TITLE = Pattern.compile("(?m)^# (.*)$");

  /** The menu: a heading, and the pages below it. */
  private static final Map<String, List<String>> MENU =
      Map.of(
          "1 Use it",
          List.of(
              "README.md",
              "docs/get-started.md",
              "docs/train.md",
              "docs/rules.md",
              "docs/words.md",
              "docs/annotate.md",
              "docs/evaluate.md",
              "docs/serve-and-select.md",
              "docs/uima.md",
              "docs/api.md",
              "models/README.md"),
          "2 Look it up",
          List.of(
              "docs/reference/options.md",
              "docs/reference/components.md",
              "docs/reference/limits.md"),
          "3 See it compared",
          List.of(
              "docs/hundred-sentences.md",
              "experiments/docs/experiments.md",
              "experiments/docs/papers.md"),
          "4 Change it",
          List.of(
              "docs/architecture.md",
              "docs/notation.md",
              "docs/model-file.md",
              "docs/own-likelihood.md",
              "docs/quality.md",
              "CONTRIBUTING.md"));

  private final Path root = Repository.root();
  private final Path site = root.resolve("checks/target/site");

  @Test
  void linksOfTheSiteLeadSomewhere() throws IOException {
    List<Extension> extensions = List.of(TablesExtension.create(), HeadingAnchorExtension.create());
    Parser parser = Parser.builder().extensions(extensions).build();
    HtmlRenderer renderer = HtmlRenderer.builder().extensions(extensions).build();
    List<Path> pages = Repository.pages();
    for (Path page : pages) {
      String text = Files.readString(page);
      Path file = site.resolve(html(root.relativize(page).toString()));
      Files.createDirectories(file.getParent());
      String body = renderer.render(parser.parse(text)).replaceAll("\\.md(?=[\"#])", ".html");
      Files.writeString(file, page(title(text), up(page), body));
    }
    for (String ending : List.of(".png", ".svg")) {
      for (Path image : Repository.files(ending)) {
        copy(image);
      }
    }
    copy(root.resolve("LICENSE"));
    assertThat(broken()).isEmpty();
  }

  private List<String> broken() throws IOException {
    List<String> broken = new ArrayList<>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".html")).toList()) {
        Matcher link = LINK.matcher(Files.readString(file));
        while (link.find()) {
          String target = link.group(2);
          if (!target.matches("[a-z]+:.*") && !isThere(file, target)) {
            broken.add(site.relativize(file) + ": " + target);
          }
        }
      }
    }
    return broken;
  }

  /**
   * Whether a file, and a place in it, are in the site; what is no page is only in the checkout.
   */
  private boolean isThere(Path from, String target) throws IOException {
    int hash = target.indexOf('#');
    String path = hash < 0 ? target : target.substring(0, hash);
    Path file = path.isEmpty() ? from : from.resolveSibling(path).normalize();
    if (!Files.exists(file)) {
      return !path.endsWith(".html")
          && Files.exists(root.resolve(site.relativize(file).toString()));
    }
    return hash < 0 || Files.readString(file).contains("id=\"" + target.substring(hash + 1) + "\"");
  }

  private void copy(Path file) throws IOException {
    Path target = site.resolve(root.relativize(file).toString());
    Files.createDirectories(target.getParent());
    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
  }

  /** The way from a page to the root of the site. */
  private String up(Path page) {
    return "../".repeat(root.relativize(page).getNameCount() - 1);
  }

  private static String html(String page) {
    return page.replaceAll("\\.md$", ".html");
  }

  private static String title(String text) {
    Matcher title = TITLE.matcher(text);
    return title.find() ? title.group(1).replaceAll("[`*]", "") : "GPChain";
  }

  private String page(String title, String up, String body) throws IOException {
    return new String(
            SiteTest.class.getResourceAsStream("/site.html").readAllBytes(), StandardCharsets.UTF_8)
        .replace("@TITLE@", title)
        .replace("@MENU@", menu(up))
        .replace("@BODY@", body);
  }

  private String menu(String up) throws IOException {
    StringBuilder menu = new StringBuilder();
    for (String heading : MENU.keySet().stream().sorted().toList()) {
      menu.append("<h2>").append(heading.substring(2)).append("</h2>\n<ul>\n");
      for (String page : MENU.get(heading)) {
        String name = title(Files.readString(root.resolve(page)));
        menu.append("<li><a href=\"" + up + html(page) + "\">" + name + "</a></li>\n");
      }
      menu.append("</ul>\n");
    }
    return menu.toString();
  }
}
