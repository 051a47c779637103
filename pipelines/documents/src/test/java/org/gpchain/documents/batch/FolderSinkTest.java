package org.gpchain.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.documents.batch.StatisticsTest.figures;
import static org.gpchain.documents.batch.StatisticsTest.found;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.gpchain.core.predict.PromiseCheck.Level;
import org.gpchain.core.predict.PromiseCheck.Status;
import org.gpchain.corpora.InputException;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.TestOptions;
import org.gpchain.documents.batch.Sink.Completed;
import org.gpchain.documents.input.BatchInput;
import org.gpchain.documents.output.AnnotatedDocument;
import org.gpchain.documents.output.AnnotatedDocument.Layer;
import org.gpchain.documents.output.OutputFormat;
import org.gpchain.documents.page.ModelCard;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that nobody has annotated, into folders. */
class FolderSinkTest {
  private static final Map<Path, Status> NONE = Map.of();

  @TempDir private Path directory;
  private Path output;
  private Set<OutputFormat> formats;
  private int shard;
  private boolean overwrite;

  @BeforeEach
  void files() {
    output = directory.resolve("out");
    formats = EnumSet.of(OutputFormat.JSONL);
  }

  /** What is done in one run; it is left as if the power had failed. */
  @FunctionalInterface
  private interface Work<R> {
    void with(FolderSink<R> sink) throws Exception;
  }

  @SuppressWarnings("unchecked")
  private <R> void run(Work<R> work) throws Exception {
    ModelCard card = new ModelCard("m.gpchain", "ne", "en", List.of("PER"), 1, "1");
    IndexPage page = new IndexPage(List.of(new Layer("names", "T", card)), formats, shard);
    try (RunFolder folder =
            RunFolder.open(
                new BatchOutput.Folder(output, overwrite, shard), Map.of(), documents());
        FolderSink<?> sink =
            shard == 0
                ? new FileSink(folder, page, formats)
                : new ShardSink(folder, page, formats, shard)) {
      work.with((FolderSink<R>) sink);
    }
  }

  /** Of which nothing is known before they come. */
  private Documents documents() throws IOException {
    Path none = Path.of("none");
    BatchOptions options =
        new BatchOptions(
            TestOptions.ofText(none),
            List.of(none),
            List.of(),
            any -> null,
            formats,
            1,
            Long.MAX_VALUE,
            false);
    return Documents.open(options, null);
  }

  private static BatchInput input(String name, String ending) {
    return new BatchInput(name, "in/" + name, ending, null, 3, 4, () -> new byte[0]);
  }

  private static BatchInput input(String name) {
    return input(name, ".txt");
  }

  private static AnnotatedResult result(String text) {
    AnnotatedDocument copy = new AnnotatedDocument("d", "en", text, List.of(), List.of());
    return new AnnotatedResult(null, null, copy, null);
  }

  private static <R> Completed<R> completed(FolderSink<R> sink, String text, TypeSystem types)
      throws IOException {
    try {
      R rendered = sink.render(result(text));
      return new Completed<>(figures(found("PER", 0.5)), types, rendered, null, null);
    } catch (DocumentException e) {
      throw new IOException(e);
    }
  }

  private static <R> void add(FolderSink<R> sink, String... names) throws IOException {
    for (String name : names) {
      assertThat(sink.isDone(input(name), name)).isFalse();
      sink.add(input(name), name, completed(sink, "text of " + name, null));
    }
  }

  private static <R> void fail(FolderSink<R> sink, int line, String name, String ending)
      throws IOException {
    DocumentException failure = new DocumentException(line, "bad " + name, null);
    byte[] content = line > 0 ? name.getBytes(StandardCharsets.UTF_8) : null;
    sink.add(input(name, ending), name, Completed.failed(failure, content));
  }

  private static <R> void end(FolderSink<R> sink, Map<Path, Status> promises) throws IOException {
    sink.end(new TreeMap<>(promises));
  }

  /** What is in the folder, but for what is written aside. */
  private Set<String> written() throws IOException {
    try (Stream<Path> files = Files.walk(output)) {
      Set<String> names = new TreeSet<>();
      files
          .filter(Files::isRegularFile)
          .map(file -> output.relativize(file).toString().replace('\\', '/'))
          .filter(name -> !name.startsWith("."))
          .forEach(names::add);
      return names;
    }
  }

  private String content(String name) throws IOException {
    return Files.readString(output.resolve(name));
  }

  @Test
  void failuresHaveALogAndCopies() throws Exception {
    run(
        sink -> {
          add(sink, "a");
          fail(sink, 3, "b", ".txt.gz");
          fail(sink, 0, "c/d", ".txt");
          end(sink, Map.of(Path.of("m.gpchain"), new Status(Level.DOUBTFUL, "so it is")));
        });
    assertThat(written())
        .containsExactlyInAnyOrder(
            "a.jsonl",
            "errors.jsonl",
            "failed/b.reason",
            "failed/b.txt",
            "failed/c/d.reason",
            "index.html",
            "run.journal",
            "summary.json");
    assertThat(content("errors.jsonl"))
        .isEqualTo(
            "{\"id\":\"b\",\"name\":\"in/b\",\"line\":3,\"reason\":\"bad b\"}\n"
                + "{\"id\":\"c/d\",\"name\":\"in/c/d\",\"reason\":\"bad c/d\"}\n");
    assertThat(content("failed/b.reason")).isEqualTo("in/b\nline 3: bad b\n");
    assertThat(content("failed/c/d.reason")).isEqualTo("in/c/d\nbad c/d\n");
    assertThat(content("failed/b.txt")).isEqualTo("b");
    assertThat(content("summary.json")).contains("\"failed\" : 2", "so it is");
    assertThat(content("index.html"))
        .contains("so it is", ">a</span> <a", ">b</span> <b>failed", ">c/d</span> <b>failed");
  }

  @Test
  void nothingIsThereBeforeAGroupIsDone() throws Exception {
    run(
        sink -> {
          fail(sink, 0, "x", "");
          add(sink, "a");
          assertThat(written()).containsExactly("run.journal");
          sink.stop();
          assertThat(written()).contains("a.jsonl", "failed/x.reason", "errors.jsonl");
          long length = Files.size(output.resolve("run.journal"));
          sink.stop();
          assertThat(output.resolve("run.journal")).as("an empty group").hasSize(length);
        });
  }

  @Test
  void aThousandDocumentsAreAGroup() throws Exception {
    Work<List<Path>> first =
        sink -> {
          for (int i = 0; i < 1001; i++) {
            BatchInput input = input("d" + i);
            assertThat(sink.isDone(input, "d" + i)).isFalse();
            sink.add(input, "d" + i, new Completed<>(figures(), null, List.of(), null, null));
            if (i < 999) {
              assertThat(Files.size(output.resolve("run.journal"))).isZero();
            }
          }
        };
    run(first);
    assertThat(content("run.journal").lines()).hasSize(2);
    run(
        sink -> {
          for (int i = 0; i < 1000; i++) {
            assertThat(sink.isDone(input("d" + i), "d" + i)).isTrue();
          }
          assertThat(sink.statistics().documents).isEqualTo(1000);
          add(sink, "e");
          end(sink, NONE);
        });
    assertThat(content("run.journal").lines()).hasSize(4);
    assertThat(written()).contains("e.jsonl");
  }

  /** A run in parts, each of which is cut off, leaves what one leaves. */
  @Test
  void goesOnWhereAnotherRunWasCutOff() throws Exception {
    for (int part = 0; part < 5; part++) {
      List<String> done = new ArrayList<>();
      int parts = part;
      run(
          sink -> {
            for (String name : List.of("a", "b", "c", "d", "e")) {
              if (sink.isDone(input(name), name)) {
                done.add(name);
              } else if (name.equals("b") || name.equals("d")) {
                fail(sink, 1, name, ".txt");
              } else {
                add(sink, name);
              }
              if (name.charAt(0) - 'b' == parts) {
                sink.stop();
                return;
              }
            }
            end(sink, NONE);
          });
      assertThat(done)
          .containsExactlyElementsOf(List.of("a", "b", "c", "d", "e").subList(0, done.size()));
      assertThat(done).hasSize(part == 0 ? 0 : part + 1);
    }
    Set<String> names = written();
    List<String> compared = List.of("errors.jsonl", "summary.json", "index.html", "failed/d.txt");
    List<String> contents = new ArrayList<>();
    for (String name : compared) {
      contents.add(content(name));
    }
    output = directory.resolve("whole");
    run(
        sink -> {
          add(sink, "a");
          fail(sink, 1, "b", ".txt");
          add(sink, "c");
          fail(sink, 1, "d", ".txt");
          add(sink, "e");
          end(sink, NONE);
        });
    assertThat(written()).isEqualTo(names);
    for (int i = 0; i < compared.size(); i++) {
      assertThat(content(compared.get(i))).isEqualTo(contents.get(i));
    }
  }

  @Test
  void knowsAnInputThatIsNotWhatItWas() throws Exception {
    run(
        sink -> {
          add(sink, "a", "b");
          end(sink, NONE);
        });
    long length = Files.size(output.resolve("run.journal"));
    run(
        sink -> {
          assertThat(sink.isDone(input("a"), "a")).isTrue();
          assertThatThrownBy(() -> sink.isDone(input("c"), "c"))
              .isInstanceOf(InputException.class)
              .hasMessageContaining(
                  "its document 2 is not what it was, or others came before it: in/c; put it back");
          assertThatThrownBy(() -> end(sink, NONE))
              .hasMessageContaining("documents that it had are not there any more");
        });
    run(
        sink -> {
          sink.isDone(input("a"), "a");
          sink.isDone(input("b"), "b");
          assertThatThrownBy(() -> sink.isDone(input("c"), "c"))
              .hasMessageContaining("there is a document that it did not have, in/c");
          end(sink, NONE);
        });
    assertThat(output.resolve("run.journal")).as("it ends once").hasSize(length);
  }

  @Test
  void whatTheLogHasBeyondTheJournalDoesNotCount() throws Exception {
    run(
        sink -> {
          fail(sink, 1, "a", ".txt");
          sink.stop();
        });
    String before = content("errors.jsonl");
    Files.writeString(output.resolve("errors.jsonl"), before + "half a li");
    run(
        sink -> {
          assertThat(sink.isDone(input("a"), "a")).isTrue();
          fail(sink, 1, "b", ".txt");
          end(sink, NONE);
        });
    assertThat(content("errors.jsonl"))
        .isEqualTo(before + before.replace("\"a", "\"b").replace("/a", "/b").replace("d a", "d b"));
  }

  private static TypeSystem types(String range) throws UIMAException {
    TypeSystemDescription description = new TypeSystemDescription_impl();
    description
        .addType("test.Type", "", "uima.tcas.Annotation")
        .addFeature("value", "", "uima.cas." + range);
    return JCasFactory.createJCas(description).getTypeSystem();
  }

  @Test
  void collectsTypesOfDocumentsInXmi() throws Exception {
    TypeSystem text = types("String");
    TypeSystem number = types("Integer");
    run(
        sink -> {
          sink.add(input("a"), "a", completed(sink, "", text));
          end(sink, NONE);
        });
    assertThat(written()).as("no XMI, no types").doesNotContain(RunFolder.TYPE_SYSTEM);

    formats = EnumSet.of(OutputFormat.XMI);
    output = directory.resolve("xmi");
    Work<List<Path>> first =
        sink -> {
          Completed<List<Path>> one = staged(sink, text);
          sink.add(input("a"), "a", one);
          sink.stop();
        };
    run(first);
    assertThat(content("TypeSystem.xml")).contains("test.Type", "uima.cas.String");
    Files.setLastModifiedTime(output.resolve("TypeSystem.xml"), FileTime.fromMillis(1000));
    Work<List<Path>> second =
        sink -> {
          assertThat(sink.isDone(input("a"), "a")).isTrue();
          sink.add(input("b"), "b", staged(sink, number));
          sink.add(input("c"), "c", staged(sink, null));
          sink.add(input("d"), "d", staged(sink, text));
          end(sink, NONE);
        };
    run(second);
    assertThat(written())
        .contains("a.xmi", "c.xmi", "d.xmi", "failed/b.reason")
        .doesNotContain("b.xmi", "failed/b.txt");
    assertThat(content("errors.jsonl")).contains("its types contradict those of documents before");
    assertThat(Files.getLastModifiedTime(output.resolve("TypeSystem.xml")).toMillis())
        .as("no new types")
        .isEqualTo(1000);
  }

  private static Completed<List<Path>> staged(FolderSink<List<Path>> sink, TypeSystem types)
      throws IOException {
    Path file = sink.files.write(new byte[] {'x'});
    return new Completed<>(figures(), types, List.of(file), null, null);
  }

  @Test
  void aRunThatBeginsAnewRemovesWhatAnotherHasLeft() throws Exception {
    formats = EnumSet.of(OutputFormat.JSONL, OutputFormat.BRAT);
    shard = 2;
    run(
        sink -> {
          add(sink, "a", "b");
          fail(sink, 1, "x/y", ".txt");
          fail(sink, 1, "z", ".txt");
          add(sink, "c");
          end(sink, NONE);
        });
    Files.writeString(output.resolve("TypeSystem.xml"), "old");
    Files.writeString(output.resolve("mine.txt"), "mine");
    Files.createDirectories(output.resolve("part-000009.jsonl"));
    assertThat(written())
        .contains("part-000002.jsonl", "part-000002.brat.zip", "errors.jsonl", "failed/x/y.txt");

    overwrite = true;
    formats = EnumSet.of(OutputFormat.JSONL);
    run(
        sink -> {
          add(sink, "a");
          fail(sink, 1, "z", ".txt");
          sink.stop();
        });
    assertThat(written()).as("not before the end").contains("failed/x/y.txt", "TypeSystem.xml");
    overwrite = false;
    run(
        sink -> {
          sink.isDone(input("a"), "a");
          sink.isDone(input("z"), "z");
          end(sink, NONE);
        });
    assertThat(written())
        .containsExactlyInAnyOrder(
            "errors.jsonl",
            "failed/z.reason",
            "failed/z.txt",
            "index.html",
            "mine.txt",
            "part-000000.jsonl",
            "run.journal",
            "summary.json");
    assertThat(output.resolve("failed/x")).doesNotExist();
    assertThat(output.resolve("part-000009.jsonl")).isDirectory();

    overwrite = true;
    run(
        sink -> {
          add(sink, "a");
          end(sink, NONE);
        });
    assertThat(written()).doesNotContain("errors.jsonl");
    assertThat(output.resolve("failed")).doesNotExist();
  }

  /** Only one that took the place of another removes anything. */
  @Test
  void aFirstRunRemovesNothing() throws Exception {
    run(
        sink -> {
          Files.writeString(output.resolve("part-000007.jsonl"), "mine");
          Files.writeString(output.resolve("TypeSystem.xml"), "mine");
          add(sink, "a");
          end(sink, NONE);
        });
    assertThat(written()).contains("part-000007.jsonl", "TypeSystem.xml");
  }

  @Test
  void archivesHaveSoManyDocuments() throws Exception {
    formats = EnumSet.of(OutputFormat.JSONL, OutputFormat.BRAT);
    shard = 2;
    run(
        sink -> {
          add(sink, "a");
          assertThat(written()).noneMatch(name -> name.startsWith("part"));
          add(sink, "b/c");
          assertThat(written()).contains("part-000000.jsonl", "part-000000.brat.zip");
          add(sink, "d");
          sink.stop();
        });
    assertThat(written()).doesNotContain("part-000001.jsonl");
    assertThat(content("part-000000.jsonl").lines()).hasSize(2);
    try (ZipFile zip = new ZipFile(output.resolve("part-000000.brat.zip").toFile())) {
      List<? extends ZipEntry> entries = Collections.list(zip.entries());
      assertThat(entries)
          .extracting(ZipEntry::getName)
          .containsExactly("a.txt", "a.ann", "b/c.txt", "b/c.ann");
      ZipEntry entry = entries.get(2);
      assertThat(zip.getInputStream(entry).readAllBytes()).asString().isEqualTo("text of b/c");
      assertThat(entry.getSize()).isEqualTo("text of b/c".length());
      assertThat(entry.getTimeLocal()).hasToString("1980-01-01T00:00");
      assertThat(entry.getMethod()).isEqualTo(ZipEntry.DEFLATED);
    }
    run(
        sink -> {
          assertThat(sink.isDone(input("a"), "a")).isTrue();
          assertThat(sink.isDone(input("b/c"), "b/c")).isTrue();
          add(sink, "d");
          end(sink, NONE);
        });
    assertThat(content("part-000001.jsonl").lines()).hasSize(1);
  }

  /** Deflaters are used again, for documents that compress well. */
  @Test
  void documentsAreCompressed() throws Exception {
    formats = EnumSet.of(OutputFormat.BRAT);
    shard = 1;
    Work<List<ShardSink.Packed>> work =
        sink -> {
          for (int i = 0; i < 2; i++) {
            List<ShardSink.Packed> packed = sink.render(result("y".repeat(100_000)));
            assertThat(packed).extracting(ShardSink.Packed::ending).containsExactly("txt", "ann");
            assertThat(packed.get(0).length()).isEqualTo(100_000);
            assertThat(packed.get(0).content()).hasSizeLessThan(1000);
          }
        };
    run(work);
  }
}
