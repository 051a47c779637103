import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Copies the pages of the archive. What they link to in the checkout only, such as the pages of the
 * laboratory, is named instead.
 *
 * <pre>java Pages.java CHECKOUT TARGET</pre>
 */
final class Pages {
  private static final Pattern COPIED =
      Pattern.compile(
          "LICENSE|NOTICE|README\\.md|CHANGES\\.md|SECURITY\\.md|docs/.*"
              + "|models/(README\\.md|names-en\\.map|[^/]+/CARD\\.md)");

  private static final Pattern LINK =
      Pattern.compile("(?<!!)\\[([^\\]]+)\\]\\(([^)#\\s]+)[^)\\s]*\\)");

  private Pages() {}

  /** See above. */
  public static void main(String[] args) throws IOException {
    Path checkout = Path.of(args[0]).toRealPath();
    Path target = Path.of(args[1]);
    List<Path> files;
    try (Stream<Path> top = Files.list(checkout);
        Stream<Path> docs = Files.walk(checkout.resolve("docs"));
        Stream<Path> models = Files.walk(checkout.resolve("models"), 2)) {
      files =
          Stream.of(top, docs, models)
              .flatMap(Function.identity())
              .filter(Files::isRegularFile)
              .map(checkout::relativize)
              .filter(Pages::isCopied)
              .toList();
    }
    for (Path file : files) {
      Path copy = target.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(checkout.resolve(file), copy, StandardCopyOption.REPLACE_EXISTING);
      if (file.toString().endsWith(".md")) {
        Files.writeString(copy, page(file, Files.readString(copy)));
      }
    }
  }

  private static boolean isCopied(Path file) {
    return COPIED.matcher(file.toString().replace('\\', '/')).matches();
  }

  private static String page(Path file, String text) {
    return LINK.matcher(text)
        .replaceAll(link -> Matcher.quoteReplacement(inArchive(file, link)));
  }

  private static String inArchive(Path page, MatchResult link) {
    Path target = page.resolveSibling(link.group(2)).normalize();
    boolean isThere = link.group(2).matches("[a-z]+:.*") || isCopied(target);
    return isThere ? link.group() : link.group(1) + " in the checkout's `" + target + "`";
  }
}
