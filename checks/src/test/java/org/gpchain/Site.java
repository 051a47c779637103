package org.gpchain;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * The documentation as a website: every Markdown page of the repository as HTML with navigation,
 * the files that pages link to, and the Javadoc of the public API.
 */
final class Site {
  private static final List<Extension> EXTENSIONS =
      List.of(TablesExtension.create(), HeadingAnchorExtension.create());
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
  private static final Pattern MARKDOWN_LINK = Pattern.compile("(href=\"[^\":]*)\\.md(?=[\"#])");
  private static final Pattern TITLE = Pattern.compile("(?m)^# (.*)$");
  private static final Pattern SECTION = Pattern.compile("<h2 id=\"([^\"]*)\">(.*?)</h2>");

  private static final String HOME = "README.md";
  private static final String JAVADOC = "javadoc/index.html";

  /** The directories with the sources of the public API. Packages named "internal" are excluded. */
  private static final List<String> API_SOURCES =
      List.of(
          "chain/src/main/java",
          "text/src/main/java",
          "core/src/main/java",
          "typesystem/src/main/java",
          "typesystem/target/generated-sources/jcasgen",
          "annotator/src/main/java",
          "training/learning/src/main/java",
          "training/uima/src/main/java",
          "pipelines/api/src/main/java");

  /** The navigation, in the order in which it is shown. */
  static final List<MenuSection> MENU =
      List.of(
          new MenuSection(
              "User guide",
              HOME,
              "docs/get-started.md",
              "docs/train.md",
              "docs/formats.md",
              "docs/rules.md",
              "docs/words.md",
              "docs/encoder.md",
              "docs/annotate.md",
              "docs/evaluate.md",
              "docs/serve-and-select.md",
              "docs/python.md",
              "docs/uima.md",
              "docs/api.md",
              "models/README.md"),
          new MenuSection(
              "Reference",
              "docs/reference/options.md",
              "docs/reference/components.md",
              "docs/reference/limits.md",
              JAVADOC,
              "CHANGES.md"),
          new MenuSection(
              "Results",
              "docs/hundred-sentences.md",
              "docs/comparison.md",
              "experiments/docs/experiments.md",
              "experiments/docs/papers.md"),
          new MenuSection(
              "Development",
              "CONTRIBUTING.md",
              "docs/architecture.md",
              "docs/notation.md",
              "docs/model-file.md",
              "docs/own-likelihood.md",
              "docs/quality.md",
              "SECURITY.md"));

  /**
   * A section of the navigation.
   *
   * @param heading shown above the pages
   * @param pages paths relative to the root of the repository
   */
  record MenuSection(String heading, List<String> pages) {
    MenuSection(String heading, String... pages) {
      this(heading, List.of(pages));
    }
  }

  private final Path root;
  private final Path folder;
  private final String template;

  /**
   * Creates a site, which is not yet written.
   *
   * @param root root folder of the repository
   * @param folder folder to which the site is written
   */
  Site(Path root, Path folder) throws IOException {
    this.root = root;
    this.folder = folder;
    template =
        new String(
            Site.class.getResourceAsStream("/site.html").readAllBytes(), StandardCharsets.UTF_8);
  }

  /** Deletes the site of an earlier build. */
  void clear() throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  /** Writes all pages, and the files of the repository to which they link. */
  void writePages() throws IOException {
    for (Path page : Repository.pages()) {
      String name = root.relativize(page).toString();
      String html = toHtml(name, Files.readString(page));

      Path target = folder.resolve(htmlName(name));
      Files.createDirectories(target.getParent());
      Files.writeString(target, html);
      if (name.equals(HOME)) {
        Files.writeString(folder.resolve("index.html"), html);
      }
      copyLinkedFiles(target, html);
    }
  }

  /**
   * Writes the Javadoc of the public API.
   *
   * @return the messages of the javadoc tool if it failed
   */
  Optional<String> writeJavadoc() throws IOException {
    String output = folder.resolve(JAVADOC).getParent().toString();

    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("-quiet", "-Xdoclint:none", "-notimestamp"));
    arguments.addAll(List.of("-encoding", "UTF-8"));
    arguments.addAll(List.of("-windowtitle", "GPChain", "-doctitle", "GPChain API"));
    arguments.addAll(List.of("-d", output));
    arguments.addAll(List.of("-classpath", System.getProperty("java.class.path")));
    arguments.addAll(apiSources());

    StringWriter messages = new StringWriter();
    PrintWriter out = new PrintWriter(messages);
    ToolProvider javadoc = ToolProvider.findFirst("javadoc").orElseThrow();
    int exitCode = javadoc.run(out, out, arguments.toArray(new String[0]));
    return exitCode == 0 ? Optional.empty() : Optional.of(messages.toString());
  }

  /**
   * Returns the source files of the public API. Internal classes are read from the class path, so
   * that they are not documented.
   */
  private List<String> apiSources() throws IOException {
    List<String> sources = new ArrayList<>();
    for (String source : API_SOURCES) {
      try (Stream<Path> files = Files.walk(root.resolve(source))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .filter(file -> !file.startsWith(root.resolve(source).resolve("org/gpchain/internal")))
            .map(Path::toString)
            .sorted()
            .forEach(sources::add);
      }
    }
    return sources;
  }

  /** Returns the links of pages whose target does not exist, each as "page: link". */
  List<String> brokenLinks() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : Repository.pages()) {
      Path file = folder.resolve(htmlName(root.relativize(page).toString()));
      for (String link : localLinks(Files.readString(file))) {
        if (!leadsSomewhere(file, link)) {
          broken.add(folder.relativize(file) + ": " + link);
        }
      }
    }
    return broken;
  }

  private String toHtml(String name, String markdown) throws IOException {
    Parser parser = Parser.builder().extensions(EXTENSIONS).build();
    HtmlRenderer renderer = HtmlRenderer.builder().extensions(EXTENSIONS).build();
    String rendered = renderer.render(parser.parse(markdown));
    String body = MARKDOWN_LINK.matcher(rendered).replaceAll("$1.html");

    String toRoot = "../".repeat(Path.of(name).getNameCount() - 1);
    return template
        .replace("@TITLE@", title(markdown))
        .replace("@ROOT@", toRoot)
        .replace("@MENU@", menu(name, toRoot))
        .replace("@SECTIONS@", sections(body))
        .replace("@NEIGHBORS@", neighbors(name, toRoot))
        .replace("@BODY@", body);
  }

  private String menu(String current, String toRoot) throws IOException {
    StringBuilder menu = new StringBuilder();
    for (MenuSection section : MENU) {
      menu.append("<h2>").append(section.heading()).append("</h2>\n<ul>\n");
      for (String page : section.pages()) {
        String attribute = page.equals(current) ? " aria-current=\"page\"" : "";
        menu.append("<li>").append(link(page, toRoot, attribute)).append("</li>\n");
      }
      menu.append("</ul>\n");
    }
    return menu.toString();
  }

  /** Returns links to the second-level headings of a page, or nothing if there are fewer than 2. */
  private static String sections(String body) {
    List<String> links = new ArrayList<>();
    Matcher heading = SECTION.matcher(body);
    while (heading.find()) {
      String name = heading.group(2).replaceAll("<[^>]*>", "");
      links.add("<li><a href=\"#" + heading.group(1) + "\">" + name + "</a></li>");
    }
    if (links.size() < 2) {
      return "";
    }
    return "<h2>On this page</h2>\n<ul>\n" + String.join("\n", links) + "\n</ul>";
  }

  /** Returns links to the pages before and after a page of the menu. */
  private String neighbors(String current, String toRoot) throws IOException {
    List<String> pages =
        MENU.stream()
            .flatMap(section -> section.pages().stream())
            .filter(page -> page.endsWith(".md"))
            .toList();
    int index = pages.indexOf(current);
    if (index < 0) {
      return "";
    }

    StringBuilder links = new StringBuilder();
    if (index > 0) {
      links.append(link(pages.get(index - 1), toRoot, " rel=\"prev\""));
    }
    if (index < pages.size() - 1) {
      links.append(link(pages.get(index + 1), toRoot, " rel=\"next\""));
    }
    return links.toString();
  }

  private String link(String page, String toRoot, String attribute) throws IOException {
    String target = page.equals(HOME) ? "index.html" : htmlName(page);
    return "<a href=\"" + toRoot + target + "\"" + attribute + ">" + label(page) + "</a>";
  }

  /** Returns the name of a page in the menu, which is its title up to a colon. */
  private String label(String page) throws IOException {
    if (page.equals(HOME)) {
      return "Overview";
    }
    if (page.equals(JAVADOC)) {
      return "Javadoc";
    }
    String title = title(Files.readString(root.resolve(page)));
    return title.replaceAll(":.*", "");
  }

  private void copyLinkedFiles(Path page, String html) throws IOException {
    for (String link : localLinks(html)) {
      Path target = page.resolveSibling(withoutAnchor(link)).normalize();
      Path source = root.resolve(folder.relativize(target).toString());
      if (Files.isRegularFile(source) && !source.toString().endsWith(".html")) {
        Files.createDirectories(target.getParent());
        Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private boolean leadsSomewhere(Path from, String link) throws IOException {
    String path = withoutAnchor(link);
    Path target = path.isEmpty() ? from : from.resolveSibling(path).normalize();
    if (!Files.isRegularFile(target)) {
      return false;
    }
    if (!link.contains("#")) {
      return true;
    }
    String anchor = link.substring(link.indexOf('#') + 1);
    return Files.readString(target).contains("id=\"" + anchor + "\"");
  }

  /** Returns the targets of links and images that have no protocol. */
  private static List<String> localLinks(String html) {
    return LINK.matcher(html)
        .results()
        .map(link -> link.group(1))
        .filter(link -> !link.matches("[a-z]+:.*"))
        .toList();
  }

  private static String withoutAnchor(String link) {
    int hash = link.indexOf('#');
    return hash < 0 ? link : link.substring(0, hash);
  }

  private static String title(String markdown) {
    Matcher title = TITLE.matcher(markdown);
    return title.find() ? title.group(1).replaceAll("[`*]", "") : "GPChain";
  }

  private static String htmlName(String page) {
    return page.replaceAll("\\.md$", ".html");
  }
}
