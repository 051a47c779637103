package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the list of modules in {@code bin/gpchain}, whose classes the command line runs. */
class LauncherTest {
  private static final Pattern LIST = Pattern.compile("(?m)^modules=\\((.*)\\)$");
  private static final Pattern WORD = Pattern.compile("(\\S+/)?\\{(\\S+)}|(\\S+)");

  /** Modules that are not part of the command line. */
  private static final List<String> OTHERS = List.of("pipelines/api", "spark");

  @Test
  void listsEveryModuleWithCode() throws Exception {
    Path root = Repository.root();
    Matcher list = LIST.matcher(Files.readString(root.resolve("bin/gpchain")));
    assertThat(list.find()).as("a line with modules=(…)").isTrue();

    List<String> listed = new ArrayList<>(OTHERS);
    Matcher word = WORD.matcher(list.group(1));
    while (word.find()) {
      if (word.group(3) != null) {
        listed.add(word.group(3));
      } else {
        Stream.of(word.group(2).split(",")).map(word.group(1)::concat).forEach(listed::add);
      }
    }

    List<String> withCode = new ArrayList<>();
    for (Path pom : Repository.files("pom.xml")) {
      Path module = pom.getParent();
      if (Files.exists(module.resolve("src/main/java"))) {
        withCode.add(root.relativize(module).toString().replace('\\', '/'));
      }
    }
    withCode.removeIf(module -> module.startsWith(".ci"));
    assertThat(listed).containsExactlyInAnyOrderElementsOf(withCode);
  }
}
