package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SafeNamesTest {
  private static SafeNames names() {
    return new SafeNames(Set.of("xmi", "json"));
  }

  @ParameterizedTest
  @CsvSource({
    "a/b c+d, a/b c+d",
    "ü/%20, ü/%20",
    "../../x, x",
    "a/../../x, a/x",
    "/etc/passwd, etc/passwd",
    "'C:\\x', C_/x",
    "'..\\..\\x', x",
    "'...', _",
    "'a.', a_",
    "con, _con",
    "a/NUL.txt, a/_NUL.txt",
    "failed, _failed",
    "Failed/x, _Failed/x",
    "index, _index",
    "part-000001.xmi, _part-000001.xmi",
    ".gpchain-1-2-x, _.gpchain-1-2-x",
    "a.xmi/b, a.xmi_/b",
    "a/failed, a/failed",
    "'<b>|?*', _b____",
    "'', document",
    "//, document"
  })
  void namesStayInTheOutputFolder(String name, String expected) {
    assertThat(names().next(name)).isEqualTo(expected);
  }

  @Test
  void replacesControlCharacters() {
    assertThat(names().next("a\nb\u0000\u202Ec\u2028")).isEqualTo("a_b__c_");
  }

  @Test
  void distinguishesNamesThatFileSystemsConsiderEqual() {
    SafeNames names = names();
    assertThat(
            List.of(
                names.next("Straße"),
                names.next("STRASSE"),
                names.next("a"),
                names.next("A"),
                names.next("a~2"),
                names.next("\u00e9"),
                names.next("e\u0301")))
        .containsExactly("Straße", "STRASSE~2", "a", "A~2", "a~2~2", "\u00e9", "e\u0301~2");
  }

  @Test
  void shortensLongNames() {
    SafeNames names = names();
    String a = names.next("x".repeat(300) + "a");
    String b = names.next("x".repeat(300) + "b");
    assertThat(a).isNotEqualTo(b).startsWith("xxx");
    assertThat(names.next("é/".repeat(300)).getBytes(StandardCharsets.UTF_8).length)
        .isLessThan(200);
    assertThat(names.next("😀".repeat(100)).getBytes(StandardCharsets.UTF_8).length)
        .isLessThan(130);
    // Must be linear in the length.
    assertThat(names.next(". ".repeat(300_000) + "x")).hasSizeLessThan(200);
  }

  @Test
  void randomNamesAreUniqueAndStayInTheFolder() {
    Random random = new Random(5);
    String letters = "aAbB./\\:~ \n\u0000é\u0301é😀\ud800con1-";
    SafeNames names = names();
    Set<String> seen = new HashSet<>();
    Path root = Path.of("root").toAbsolutePath();

    for (int i = 0; i < 20_000; i++) {
      StringBuilder name = new StringBuilder();
      for (int l = random.nextInt(8); l >= 0; l--) {
        name.append(letters.charAt(random.nextInt(letters.length())));
      }
      String safe = names.next(name.toString());
      assertThat(seen.add(safe.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT))).isTrue();
      Path path = root.resolve(safe + ".xmi");
      assertThat(path.normalize()).isEqualTo(path).startsWithRaw(root);
      assertThat(safe).doesNotStartWith("/").doesNotContain("//");
    }
  }
}
