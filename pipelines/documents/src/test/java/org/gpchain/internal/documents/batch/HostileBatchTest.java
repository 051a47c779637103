package org.gpchain.internal.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.TestOptions;
import org.gpchain.internal.documents.output.OutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that malformed documents and archives do not affect other documents of a batch. */
class HostileBatchTest {
  private static final byte[] GOOD = "Dana left Ostrey.".getBytes(StandardCharsets.UTF_8);

  private static final List<String> BAD =
      List.of(
          "\u00e9\u00f8",
          "\u00ff\u00feA\0d\0a",
          "Ada\0Thorne",
          "\u00ed\u00a0\u0080",
          "\u00f0(\u008c\u00bc",
          "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY x SYSTEM"
              + " \"file:///etc/passwd\">]><a>&x;</a>",
          "{\"%TYPES\":{},\"%FEATURE_STRUCTURES\":[]}");

  private static final List<String> ODD =
      List.of(
          "",
          " \t\r\n\f",
          "\u00ff\u00feA\0d\0a\0",
          "\u00ef\u00bf\u00be\u0001\u001b[31m <script>alert(1)</script>",
          "a".repeat(20_000),
          "token ".repeat(20_000));

  private static final List<String> NAMES =
      List.of(
          "line\nbreak",
          "n".repeat(240),
          "..",
          "con",
          "<img src=x onerror=alert(1)>",
          "-rf",
          "a:b*c?d|e\\f\"",
          "failed",
          "run.journal");

  @TempDir private Path directory;
  private Path input;
  private Path output;

  @BeforeEach
  void write() throws IOException {
    input = Files.createDirectories(directory.resolve("in/good")).getParent();
    output = directory.resolve("out/put");
    for (int i = 0; i < 20; i++) {
      Files.writeString(input.resolve("good/" + i + ".txt"), "Dana left Ostrey on day " + i + ".");
    }
  }

  private BatchResult run(Path folder, Set<OutputFormat> formats, Path... documents)
      throws Exception {
    Path model = TestModel.write("ne", directory.resolve("ne.gpchain"));
    return Batch.run(
        TestOptions.batch(TestOptions.ofText(model), formats, 2, documents),
        new BatchOutput.Folder(folder, false, 0),
        BatchProgress.NONE);
  }

  private static byte[] latin1(String bytes) {
    return bytes.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Checks that no file was written outside of the output folder. */
  private void assertNothingElse() throws IOException {
    try (Stream<Path> all = Files.list(directory)) {
      assertThat(all.map(file -> file.getFileName().toString()))
          .isSubsetOf("in", "out", "ne.gpchain", "reference", "archives");
    }
    assertThat(output.getParent().toFile().list()).containsExactly("put");
  }

  @Test
  void annotatesTheOtherDocuments() throws Exception {
    Path reference = directory.resolve("reference");
    run(reference, Set.of(OutputFormat.CONLL), input.resolve("good"));
    Path bad = Files.createDirectory(input.resolve("bad"));
    for (int i = 0; i < BAD.size(); i++) {
      Files.write(bad.resolve("bad" + i + ".txt"), latin1(BAD.get(i)));
    }

    for (int i = 0; i < ODD.size(); i++) {
      Files.write(bad.resolve("odd" + i + ".txt"), latin1(ODD.get(i)));
    }
    for (String name : NAMES) {
      Files.write(bad.resolve(name + ".txt"), GOOD);
    }

    Files.createSymbolicLink(bad.resolve("dangling.txt"), bad.resolve("nowhere"));
    Files.createSymbolicLink(bad.resolve("loop"), input);
    BatchResult result = run(output, Set.of(OutputFormat.CONLL, OutputFormat.HTML), input);
    assertThat(result.totals().failed()).isEqualTo(BAD.size() + 1);
    assertThat(result.totals().documents()).isEqualTo(20 + ODD.size() + NAMES.size());

    for (int i = 0; i < 20; i++) {
      assertThat(output.resolve("good/" + i + ".conll"))
          .hasSameBinaryContentAs(reference.resolve(i + ".conll"));
    }

    try (Stream<Path> pages = Files.walk(output).filter(f -> f.toString().endsWith(".html"))) {
      for (Path page : pages.toList()) {
        assertThat(page).content().doesNotContain("<script>alert", "<img src=x");
      }
    }

    assertNothingElse();
  }

  /** The folder is reported once with a remedy. Other files are annotated. */
  @Test
  void reportsAFolderWithoutPermission() throws Exception {
    Path locked = Files.createDirectory(input.resolve("locked"));
    assumeTrue(locked.toFile().setReadable(false) && !Files.isReadable(locked));
    BatchResult result = run(output, Set.of(OutputFormat.CONLL), input);
    assertThat(result.totals().documents()).isEqualTo(20);
    assertThat(result.totals().failed()).isEqualTo(1);
    assertThat(output.resolve("errors.jsonl"))
        .content()
        .contains("\"locked\"", "\"reason\":\"this folder cannot be read (")
        .contains("AccessDenied", "); change its permissions, or move it\"");
  }

  /** Regardless of their names, all documents are written into the folder. */
  @ParameterizedTest
  @ValueSource(ints = {0, 3})
  void writesHostileNamesInArchivesIntoTheFolder(int shard) throws Exception {
    Path archive = Files.createDirectory(directory.resolve("archives")).resolve("a.zip");
    List<String> names =
        List.of("../../up", "/etc/root", "C:\\y", "a/../b", "b", "B", "./b", "con", "a//b", "run");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
      for (String name : names) {
        zip.putNextEntry(new ZipEntry(name + ".txt"));
        zip.write(GOOD);
      }
    }

    Path model = TestModel.write("ne", directory.resolve("ne.gpchain"));
    BatchOptions options =
        TestOptions.batch(TestOptions.ofText(model), Set.of(OutputFormat.CONLL), 2, archive);
    BatchResult result =
        Batch.run(options, new BatchOutput.Folder(output, false, shard), BatchProgress.NONE);

    assertThat(result.totals().documents()).isEqualTo(names.size());
    assertThat(result.totals().failed()).isZero();
    assertNothingElse();

    Set<String> written = new TreeSet<>();
    try (Stream<Path> files = Files.walk(output)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(".zip")) {
          try (ZipFile zip = new ZipFile(file.toFile())) {
            zip.stream().forEach(entry -> written.add(entry.getName()));
          }
        } else if (file.toString().endsWith(".conll")) {
          written.add(output.relativize(file).toString());
        }
      }
    }

    assertThat(written)
        .hasSize(names.size())
        .contains("up.conll", "etc/root.conll", "_run.conll", "_con.conll")
        .noneMatch(name -> name.startsWith("/") || name.contains("..") || name.contains(":"));
  }

  /** Two names differ only in a last byte that is not valid text. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void distinguishesNamesThatAreNotText() throws Exception {
    Path odd = Files.createDirectory(input.resolve("odd"));
    for (String name : List.of("caf%E9.txt", "caf%E8.txt")) {
      Files.write(Path.of(URI.create(odd.toUri() + name)), GOOD);
    }
    BatchResult result = run(output, Set.of(OutputFormat.CONLL), odd);
    assertThat(result.totals().failed()).isZero();
    try (Stream<Path> written = Files.list(output)) {
      assertThat(written.filter(file -> file.toString().endsWith(".conll")))
          .hasSize(2)
          .allSatisfy(file -> assertThat(file).content().contains("Ostrey"));
    }
  }

  private static void add(TarArchiveOutputStream tar, TarArchiveEntry entry, byte[] content)
      throws IOException {
    entry.setSize(content.length);
    tar.putArchiveEntry(entry);
    tar.write(content);
    tar.closeArchiveEntry();
  }

  @Test
  void reportsDamagedArchives() throws Exception {
    Path archives = Files.createDirectory(directory.resolve("archives"));
    try (TarArchiveOutputStream tar =
        new TarArchiveOutputStream(Files.newOutputStream(archives.resolve("names.tar")))) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (String name : List.of("good", "../../../escape", "n".repeat(300))) {
        add(tar, new TarArchiveEntry(name + ".txt"), GOOD);
      }
      add(tar, new TarArchiveEntry("/tmp/gpchain-escape.txt", true), GOOD);
      TarArchiveEntry link = new TarArchiveEntry("link.txt", TarConstants.LF_SYMLINK);
      link.setLinkName("/etc/passwd");
      add(tar, link, new byte[0]);
    }

    byte[] megabyte = new byte[1 << 20];
    Arrays.fill(megabyte, (byte) 'a');
    try (OutputStream bomb =
        new GZIPOutputStream(Files.newOutputStream(archives.resolve("bomb.txt.gz")))) {
      for (int i = 0; i < 80; i++) {
        bomb.write(megabyte);
      }
    }

    Files.write(archives.resolve("random.zip"), latin1("PK no archive"));
    Files.write(archives.resolve("random.tar.gz"), latin1("no archive"));
    byte[] names = Files.readAllBytes(archives.resolve("names.tar"));
    Files.write(archives.resolve("cut.tar"), Arrays.copyOf(names, 1540));
    BatchResult result;

    try (Stream<Path> all = Files.list(archives)) {
      result = run(output, Set.of(OutputFormat.CONLL), all.sorted().toArray(Path[]::new));
    }
    assertThat(result.totals().documents()).isEqualTo(5);
    assertThat(result.totals().failed()).isEqualTo(4);
    assertThat(output.resolve("errors.jsonl"))
        .content()
        .contains("it expands to more than 100 times its size", "this is not a ZIP archive")
        .contains("this cannot be expanded", "the archive is damaged");
    assertThat(Path.of("/tmp/gpchain-escape.conll")).doesNotExist();
    assertNothingElse();
  }

  private static byte[] zipped(byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  /** The checksum at the end of a compressed stream is verified. */
  @Test
  void refusesTruncatedAndDamagedCompressedStreams() throws Exception {
    Path archives = Files.createDirectory(directory.resolve("archives"));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      add(tar, new TarArchiveEntry("good.txt"), GOOD);
    }

    byte[] archive = zipped(bytes.toByteArray());
    Files.write(archives.resolve("cut.tar.gz"), Arrays.copyOf(archive, archive.length - 6));
    archive[archive.length - 6] ^= 1;
    Files.write(archives.resolve("wrong.tar.gz"), archive);
    byte[] text = zipped(GOOD);
    Files.write(archives.resolve("cut.txt.gz"), Arrays.copyOf(text, text.length - 6));
    Files.write(archives.resolve("empty.txt.gz"), new byte[0]);
    List<Path> all = new ArrayList<>();

    for (String name : List.of("cut.tar.gz", "wrong.tar.gz", "cut.txt.gz", "empty.txt.gz")) {
      all.add(archives.resolve(name));
    }
    BatchResult result = run(output, Set.of(OutputFormat.CONLL), all.toArray(Path[]::new));
    assertThat(result.totals().documents()).isEqualTo(2);
    assertThat(result.totals().failed()).isEqualTo(4);
    assertThat(output.resolve("errors.jsonl"))
        .content()
        .contains(
            "so the rest of it is skipped: it is empty or cut off",
            "so the rest of it is skipped: Corrupt")
        .contains("cannot be read: it is empty or cut off")
        .doesNotContain("null");
  }
}
