package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.internal.documents.batch.sink.StatisticsTest.figures;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.gpchain.core.promise.PromiseCheck.Level;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.internal.documents.batch.sink.Sink.Completed;
import org.gpchain.internal.documents.output.OutputFormat;
import org.junit.jupiter.api.Test;

/** Tests the files that a run writes to a folder. */
class FolderSinkTest extends FolderSinkCase {
  @Test
  void writesALogAndCopiesOfFailures() throws Exception {
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
  void writesNothingBeforeAGroupIsCommitted() throws Exception {
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
    assertThat(written()).as("no XMI, no types").doesNotContain("TypeSystem.xml");

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
  void writesAFixedNumberOfDocumentsToAnArchive() throws Exception {
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

  /** Compressors are reused for documents that compress well. */
  @Test
  void compressesDocumentsInArchives() throws Exception {
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
