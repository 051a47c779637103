package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.documents.batch.sink.StatisticsTest.figures;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.batch.sink.Sink.Completed;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.input.InputDocument;
import org.junit.jupiter.api.Test;

/** Tests runs with a folder to which an earlier run has written. */
class FolderSinkLaterRunsTest extends FolderSinkCase {
  @Test
  void commitsGroupsOfAThousandDocuments() throws Exception {
    Work<List<Path>> first =
        sink -> {
          for (int i = 0; i < 1001; i++) {
            InputDocument input = input("d" + i);
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
          assertThat(sink.statistics().documents()).isEqualTo(1000);
          add(sink, "e");
          end(sink, NONE);
        });

    assertThat(content("run.journal").lines()).hasSize(4);
    assertThat(written()).contains("e.jsonl");
  }

  /** Several interrupted runs leave the same files as an uninterrupted one. */
  @Test
  void continuesAfterAnInterruptedRun() throws Exception {
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
  void detectsChangedInputs() throws Exception {
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
                  "its document 2 was changed, or other documents come before it: in/c; restore it");
          assertThatThrownBy(() -> end(sink, NONE))
              .hasMessageContaining("some of its documents no longer exist");
        });
    run(
        sink -> {
          sink.isDone(input("a"), "a");
          sink.isDone(input("b"), "b");
          assertThatThrownBy(() -> sink.isDone(input("c"), "c"))
              .hasMessageContaining("there is a new document, in/c");
          end(sink, NONE);
        });

    assertThat(output.resolve("run.journal")).as("it ends once").hasSize(length);
  }

  @Test
  void replacesLinesOfTheLogBeyondTheJournal() throws Exception {
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

  @Test
  void replacingARunRemovesItsFiles() throws Exception {
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

  /** Only a run that replaces another one removes files. */
  @Test
  void firstRunRemovesNothing() throws Exception {
    run(
        sink -> {
          Files.writeString(output.resolve("part-000007.jsonl"), "mine");
          Files.writeString(output.resolve("TypeSystem.xml"), "mine");
          add(sink, "a");
          end(sink, NONE);
        });
    assertThat(written()).contains("part-000007.jsonl", "TypeSystem.xml");
  }
}
