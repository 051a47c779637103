package org.gpchain.internal.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.TestOptions;
import org.gpchain.internal.documents.output.OutputFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that threads and interruptions do not change the output. */
class ResumeTest {
  private static final int DOCUMENTS = 300;

  @TempDir private Path directory;
  private Path input;
  private Path model;

  @BeforeEach
  void write() throws IOException {
    model = TestModel.write("ne", directory.resolve("ne.gpchain"));
    input = directory.resolve("in.zip");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(input))) {
      for (int i = 0; i < DOCUMENTS; i++) {
        zip.putNextEntry(new ZipEntry("d" + i % 7 + "/" + i + ".txt"));
        String text = "Dana left Ostrey on day " + i + ".".repeat(i % 50 == 3 ? 1 : 2);
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        if (i % 20 == 5) {
          zip.write(0xFF);
        }
        zip.closeEntry();
      }
    }
  }

  private BatchOptions options(int threads) {
    return TestOptions.batch(
        TestOptions.ofText(model),
        Set.of(OutputFormat.XMI, OutputFormat.JSONL, OutputFormat.BRAT),
        threads,
        input);
  }

  /** Returns options with a maximum number of failures. */
  private static BatchOptions with(int maxFailures, BatchOptions all) {
    return new BatchOptions(
        all.annotate(), all.inputs(), all.lists(), null, all.formats(), 2, maxFailures, false);
  }

  private BatchResult run(Path output, int threads, int shard) throws Exception {
    return run(options(threads), output, shard);
  }

  private static BatchResult run(BatchOptions options, Path output, int shard) throws Exception {
    return Batch.run(options, new BatchOutput.Folder(output, false, shard), BatchProgress.NONE);
  }

  /** Starts a run that is interrupted at a document. */
  private void interrupted(Path output, int shard, long at) {
    BatchProgress end =
        step -> {
          if (step.done() >= at) {
            throw new IllegalStateException("ended");
          }
        };
    BatchOutput folder = new BatchOutput.Folder(output, false, shard);
    assertThatThrownBy(() -> Batch.run(options(2), folder, end)).hasMessage("ended");
  }

  private static Map<String, String> content(Path folder) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (!name.equals("run.journal")) {
          content.put(name, new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return content;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 40})
  void outputDoesNotDependOnThreadsAndInterruptions(int shard) throws Exception {
    Path one = directory.resolve("one");
    BatchResult result = run(one, 1, shard);
    assertThat(result.totals().failed()).isEqualTo(15);
    assertThat(result.totals().documents()).isEqualTo(DOCUMENTS - 15);

    Map<String, String> expected = content(one);
    Path three = directory.resolve("three");
    run(three, 3, shard);
    assertThat(content(three)).isEqualTo(expected);

    Path again = directory.resolve("again");
    for (int at : new int[] {1, 39, 40, 41, 130, 250, 299}) {
      interrupted(again, shard, at);
    }

    BatchResult last = run(again, 2, shard);
    assertThat(last.totals().documents()).isEqualTo(result.totals().documents());
    assertThat(last.totals().failed()).isEqualTo(result.totals().failed());
    assertThat(content(again)).isEqualTo(expected);
    assertThat(run(again, 2, shard).thisRun().before()).isEqualTo(DOCUMENTS);
    assertThat(content(again)).isEqualTo(expected);
  }

  /** Files that were deleted or emptied after a run do not count as done. */
  @Test
  void makesDamagedOutputsAgain() throws Exception {
    Path output = directory.resolve("out");
    run(output, 2, 0);
    Map<String, String> expected = content(output);
    Files.delete(output.resolve("d0/0.ann"));
    Files.write(output.resolve("d1/1.xmi"), new byte[0]);
    Files.delete(output.resolve("failed/d5/5.reason"));

    BatchResult again = run(output, 2, 0);

    assertThat(again.notes())
        .contains(
            "documents that were annotated again, because their files from earlier"
                + " runs were missing or changed: 2, such as d0/0");
    assertThat(again.thisRun().before()).isEqualTo(DOCUMENTS);
    Map<String, String> content = content(output);
    content.put("failed/d5/5.reason", expected.get("failed/d5/5.reason"));
    assertThat(content).isEqualTo(expected);
    assertThat(run(output, 2, 0).notes()).noneMatch(note -> note.contains("annotated again"));
  }

  /** These files contain several documents, so they are reported instead of made again. */
  @ParameterizedTest
  @CsvSource({"40, part-000001.jsonl", "40, part-000003.xmi.zip", "0, TypeSystem.xml"})
  void reportsDamagedFilesOfSeveralDocuments(int shard, String name) throws Exception {
    Path output = directory.resolve("out");
    run(output, 2, shard);
    Map<String, String> expected = content(output);
    for (boolean isDeleted : new boolean[] {false, true}) {
      Files.write(output.resolve(name), new byte[0]);
      if (isDeleted) {
        Files.delete(output.resolve(name));
      }
      assertThatThrownBy(() -> run(output, 2, shard))
          .isInstanceOf(InputException.class)
          .hasMessageContainingAll(name, "missing or was changed", "start over with --overwrite");
    }

    BatchOutput folder = new BatchOutput.Folder(output, true, shard);
    Batch.run(options(2), folder, BatchProgress.NONE);
    assertThat(content(output)).isEqualTo(expected);
  }

  /** The run that replaces another one may be stopped, or replaced itself. */
  @Test
  void removesFilesThatTheNewRunDoesNotWrite() throws Exception {
    Path output = directory.resolve("out");
    run(output, 2, 0);
    Files.writeString(output.resolve("d0/mine.xmi"), "mine");
    Path other = Files.createDirectories(directory.resolve("other/d0"));
    for (String name : List.of("0.txt", "other.txt", "x.txt")) {
      Files.writeString(other.resolve(name), "Dana left Ostrey.");
    }
    Files.writeString(other.resolve("bad.txt"), "x\0y");
    BatchOptions options =
        TestOptions.batch(
            TestOptions.ofText(model), Set.of(OutputFormat.JSONL), 1, other.getParent());

    BatchOutput folder = new BatchOutput.Folder(output, true, 0);
    for (int i = 0; i < 2; i++) {
      assertThat(Batch.run(with(0, options), folder, BatchProgress.NONE).stopped()).isTrue();
    }
    assertThat(content(output)).as("not before the end").containsKeys("d6/6.ann", "run.replaced");
    BatchResult last = run(options, output, 0);

    assertThat(content(output).keySet())
        .containsExactlyInAnyOrder(
            "d0/0.jsonl",
            "d0/mine.xmi",
            "d0/other.jsonl",
            "d0/x.jsonl",
            "errors.jsonl",
            "failed/d0/bad.reason",
            "failed/d0/bad.txt",
            "index.html",
            "summary.json");
    assertThat(last.notes())
        .anyMatch(note -> note.startsWith("files of the replaced run that were deleted: 1140"));
  }

  @Test
  void anInterruptedReplacementWithoutOutputReplacesNothing() throws Exception {
    Path output = directory.resolve("out");
    run(output, 2, 0);
    Map<String, String> expected = content(output);
    BatchProgress end =
        step -> {
          throw new IllegalStateException("ended");
        };
    BatchOutput folder = new BatchOutput.Folder(output, true, 0);
    assertThatThrownBy(() -> Batch.run(options(2), folder, end)).hasMessage("ended");

    assertThat(content(output)).isEqualTo(expected);
    assertThat(run(output, 2, 0).thisRun().before()).isEqualTo(DOCUMENTS);
  }

  @Test
  void comparesContentsOnRequest() throws Exception {
    Path output = directory.resolve("out");
    Path folder = Files.createDirectories(directory.resolve("texts"));
    Path changed = folder.resolve("b.txt");
    Files.writeString(folder.resolve("a.txt"), "Dana left Ostrey.");
    Files.writeString(changed, "Dana left Ostrey.");
    BatchOptions options =
        TestOptions.batch(TestOptions.ofText(model), Set.of(OutputFormat.JSONL), 1, folder);
    run(options, output, 0);
    BatchOutput verified = new BatchOutput.Folder(output, false, 0, true);
    Batch.run(options, verified, BatchProgress.NONE);

    FileTime time = Files.getLastModifiedTime(changed);
    Files.writeString(changed, "Dana left Ansel..");
    Files.setLastModifiedTime(changed, time);
    assertThat(run(options, output, 0).thisRun().before()).isEqualTo(2);
    assertThatThrownBy(() -> Batch.run(options, verified, BatchProgress.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "the content of its document 2 has changed, but not its size and time")
        .hasMessageContaining("b.txt");
  }

  /** The journal records a document only after its files have been written. */
  @Test
  void repeatsDocumentsThatCouldNotBeWritten() throws Exception {
    Path output = directory.resolve("out");
    Path taken = output.resolve("d5/299.xmi");
    BatchProgress taking = step -> takePlace(taken);
    BatchOutput folder = new BatchOutput.Folder(output, false, 0);
    assertThatThrownBy(() -> Batch.run(options(1), folder, taking)).isInstanceOf(IOException.class);
    Files.delete(taken.resolve("other"));
    Files.delete(taken);
    run(output, 1, 0);
    run(directory.resolve("one"), 1, 0);
    assertThat(content(output)).isEqualTo(content(directory.resolve("one")));
  }

  private static void takePlace(Path file) {
    try {
      Files.createDirectories(file.resolve("other"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void continuesAfterStoppingBecauseOfFailures() throws Exception {
    Path output = directory.resolve("out");
    BatchOptions all = options(2);
    BatchOptions few = with(3, all);
    BatchResult result = run(few, output, 0);
    assertThat(result.stopped()).isTrue();
    assertThat(result.totals().failed()).isEqualTo(4);

    List<BatchProgress.Step> steps = new ArrayList<>();
    BatchOutput folder = new BatchOutput.Folder(output, false, 0);
    BatchResult second = Batch.run(all, folder, steps::add);
    assertThat(second.totals().failed()).isEqualTo(15);

    // The fourth failure is document 66.
    assertThat(second.thisRun().before()).isEqualTo(66);
    assertThat(steps.get(0)).returns(66L, BatchProgress.Step::done).returns(0L, s -> s.tokens());
    assertThat(steps.get(steps.size() - 1))
        .returns(300L, BatchProgress.Step::done)
        .returns(66L, BatchProgress.Step::before)
        .returns(15L, BatchProgress.Step::failed)
        .returns(second.totals().tokens() - result.totals().tokens(), BatchProgress.Step::tokens);

    run(directory.resolve("one"), 1, 0);
    assertThat(content(output)).isEqualTo(content(directory.resolve("one")));
  }

  /** If more documents have failed than allowed, nothing is annotated until the limit is raised. */
  @Test
  void countsFailuresOfEarlierRuns() throws Exception {
    Path output = directory.resolve("out");
    BatchOptions all = options(2);
    BatchOptions one = with(1, all);
    assertThat(run(one, output, 0).totals().failed()).isEqualTo(2);
    Map<String, String> expected = content(output);
    BatchResult again = run(one, output, 0);
    assertThat(again.stopped()).isTrue();
    assertThat(again.totals().failed()).isEqualTo(2);
    assertThat(again.thisRun().tokens()).isZero();
    assertThat(content(output)).isEqualTo(expected);
    assertThat(run(all, output, 0).totals().failed()).isEqualTo(15);
    assertThat(run(one, output, 0).stopped()).isTrue();
  }

  /** An archive that is not full is repeated by the next run, but its failures are reported. */
  @Test
  void reportsFailuresOfAnIncompleteArchive() throws Exception {
    Path output = directory.resolve("out");
    BatchOptions all = options(2);
    BatchOptions none = with(0, all);
    assertThat(run(none, output, 100).stopped()).isTrue();
    assertThat(Files.readAllLines(output.resolve("errors.jsonl")))
        .singleElement()
        .asString()
        .contains("\"id\":\"d5/5\"", "this is not UTF-8");
    run(all, output, 100);
    run(directory.resolve("one"), 1, 100);
    assertThat(content(output)).isEqualTo(content(directory.resolve("one")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"TypeSystem.xml", "failed/mine.txt", "errors.jsonl", "summary.json"})
  void keepsFilesOfOthers(String name) throws Exception {
    Path output = directory.resolve("out");
    Path file = output.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "mine");
    assertThatThrownBy(() -> run(output, 1, 0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(name.replaceFirst("/.*", ""));
    assertThat(content(output)).containsExactly(Map.entry(name, "mine"));
  }

  @Test
  void readsListsFoldersAndPatterns() throws Exception {
    Path texts = Files.createDirectories(directory.resolve("texts/sub"));
    Files.writeString(texts.resolve("b.txt"), "Dana left Ostrey.");
    Files.writeString(texts.resolve("a.txt"), "Dana left.");
    Files.writeString(texts.resolve("a.html"), "none");
    Path list =
        Files.write(
            directory.resolve("list"),
            List.of(
                texts.resolve("b.txt").toString(),
                "",
                texts.resolve("missing.txt").toString(),
                input.toString()));
    BatchOptions all = options(2);
    Path output = directory.resolve("out");
    BatchOptions named =
        new BatchOptions(
            all.annotate(),
            List.of(directory.resolve("texts"), Path.of(directory + "/te*/*/a.*")),
            List.of(list),
            null,
            Set.of(OutputFormat.CONLL),
            2,
            Long.MAX_VALUE,
            false);
    BatchResult result = run(named, output, 0);
    // The pattern selects both files regardless of their extensions.
    assertThat(result.totals().documents()).isEqualTo(2 + 2 + 1 + DOCUMENTS - 15);
    assertThat(result.totals().failed()).isEqualTo(1 + 15);
    assertThat(output.resolve("sub/a.conll")).exists();
    assertThat(output.resolve("sub/b.conll")).exists();
    assertThat(output.resolve("errors.jsonl"))
        .content()
        .contains("it does not exist, or is a broken link");
  }
}
