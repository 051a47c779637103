package org.gpchain.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.spark.DocumentFiles.DocumentFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link DocumentFiles}. */
class DocumentFilesTest {
  @TempDir private Path directory;

  private List<String> names(String input) throws IOException {
    return new DocumentFiles(new Configuration(), new DocumentNames(List.of(".txt")))
        .find(input).stream().map(DocumentFile::name).toList();
  }

  private void write(String name) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, name);
  }

  @Test
  void namesArePathsBelowTheFolderWithoutTheEnding() throws IOException {
    // Hadoop passes local names to ls in the default charset.
    String letters = Charset.defaultCharset().equals(StandardCharsets.UTF_8) ? "a/é 😀" : "a/e";
    for (String name :
        List.of("b.txt", "a/b.txt", letters + ".TXT", "c.txt.gz", "other.xml", ".txt", "d e.txt")) {
      write(name);
    }
    assertThat(names(directory.toString()))
        .containsExactlyInAnyOrder("b", "a/b", letters, "c", ".txt", "d e");
    assertThat(names(directory + "/b.txt")).containsExactly("b");
    assertThat(names(directory + "/*.txt")).contains("b", "d e").doesNotContain("a/b");
    assertThat(names(directory.resolve("other.xml").toString())).containsExactly("other.xml");
  }

  @Test
  void groupsAreConsecutiveFilesOfSimilarWeight() {
    Random random = new Random(1);
    for (int size : new int[] {1, 2, 3, 100, 1000}) {
      List<DocumentFile> files = new ArrayList<>();
      for (int i = 0; i < size; i++) {
        files.add(new DocumentFile("d" + i, "/d" + i, random.nextInt(1 << 20)));
      }
      for (int count : new int[] {1, 2, 7, 100, 5000}) {
        List<List<DocumentFile>> groups = DocumentFiles.groups(files, count);
        assertThat(groups.stream().flatMap(List::stream).toList()).isEqualTo(files);
        assertThat(groups).hasSizeLessThanOrEqualTo(count).doesNotContain(List.of());
        long total = weight(files);
        long largest = files.stream().mapToLong(DocumentFile::weight).max().orElseThrow();
        assertThat(groups)
            .allSatisfy(
                group -> assertThat(weight(group)).isLessThanOrEqualTo(total / count + largest));
      }
    }
  }

  private static long weight(List<DocumentFile> files) {
    return files.stream().mapToLong(DocumentFile::weight).sum();
  }
}
