package org.gpchain.internal.formats.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkippedFilesTest {
  private static final List<String> PATHS =
      List.of("texts/a.txt", "__MACOSX/texts/._a.txt", "texts/.DS_Store", "texts/._b.txt");

  private static final String NOTE = "left out: 3 of macOS (__MACOSX, ._*, .DS_Store)";

  @TempDir private Path directory;
  private Path folder;

  @BeforeEach
  void write() throws IOException {
    folder = directory.resolve("folder");
    for (String path : PATHS) {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "x");
    }
  }

  private static Inputs inputs(List<Path> inputs, List<Path> lists) throws IOException {
    return new Inputs(inputs, lists, null, new DocumentNames(List.of(".txt")));
  }

  private static List<String> names(Inputs inputs) throws IOException {
    List<String> names = new ArrayList<>();
    try (InputCursor cursor = inputs.open()) {
      for (InputDocument input = cursor.next(); input != null; input = cursor.next()) {
        names.add(input.name());
        input.content().release();
      }
    }
    return names;
  }

  private static void assertOnlyText(Path input) throws IOException {
    Inputs inputs = inputs(List.of(input), List.of());
    assertThat(names(inputs)).containsExactly("texts/a");
    assertThat(inputs.skippedFiles()).isEqualTo(NOTE);
  }

  @Test
  void filesOfMacOsInFoldersAreIgnored() throws IOException {
    assertOnlyText(folder);
    Inputs pattern = inputs(List.of(folder.resolve("texts/*.txt")), List.of());
    assertThat(names(pattern)).containsExactly("a");
    assertThat(pattern.skippedFiles()).contains("2 of macOS");
  }

  @Test
  void filesOfMacOsInZipArchivesAreIgnored() throws IOException {
    Path zip = directory.resolve("a.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (String path : PATHS) {
        out.putNextEntry(new ZipEntry(path));
        out.write('x');
      }
    }
    assertOnlyText(zip);
  }

  @Test
  void filesOfMacOsInTarArchivesAreIgnored() throws IOException {
    Path tar = directory.resolve("a.tar");
    try (OutputStream file = Files.newOutputStream(tar);
        TarArchiveOutputStream out =
            new TarArchiveOutputStream(file, StandardCharsets.UTF_8.name())) {
      for (String path : PATHS) {
        TarArchiveEntry entry = new TarArchiveEntry(path);
        entry.setSize(1);
        out.putArchiveEntry(entry);
        out.write('x');
        out.closeArchiveEntry();
      }
    }
    assertOnlyText(tar);
  }

  @Test
  void listsMayHaveBlankLinesAndComments() throws IOException {
    Path text = folder.resolve("texts/a.txt");
    Path list =
        Files.writeString(directory.resolve("list"), "\uFEFF  " + text + " \r\n\r\n# x\r\n");
    assertThat(names(inputs(List.of(), List.of(list)))).singleElement().asString().endsWith("/a");
  }
}
