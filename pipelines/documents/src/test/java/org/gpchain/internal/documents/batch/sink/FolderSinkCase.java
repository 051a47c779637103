package org.gpchain.internal.documents.batch.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.internal.documents.batch.sink.StatisticsTest.figures;
import static org.gpchain.internal.documents.batch.sink.StatisticsTest.found;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.uima.cas.TypeSystem;
import org.gpchain.core.promise.PromiseCheck.Status;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.batch.sink.Sink.Completed;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.documents.page.ModelCard;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.formats.input.Surroundings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Base class of tests of sinks that write documents to folders. */
abstract class FolderSinkCase {
  static final Map<Path, Status> NONE = Map.of();

  @TempDir Path directory;
  Path output;
  Set<OutputFormat> formats;
  int shard;
  boolean overwrite;

  @BeforeEach
  void files() {
    output = directory.resolve("out");
    formats = EnumSet.of(OutputFormat.JSONL);
  }

  /** The steps of one run. The sink is not ended, as after a power failure. */
  @FunctionalInterface
  interface Work<R> {
    void with(FolderSink<R> sink) throws Exception;
  }

  @SuppressWarnings("unchecked")
  <R> void run(Work<R> work) throws Exception {
    ModelCard card = new ModelCard("m.gpchain", "ne", "en", List.of("PER"), 1, "1");
    List<Layer> layers = List.of(new Layer("names", "T", card));
    OutputLayout layout = new OutputLayout(output, formats, shard);
    try (Journal journal = Journal.open(output, Map.of(), overwrite);
        Sink<?> sink = Sink.ofFolder(journal, layout, layers)) {
      work.with((FolderSink<R>) sink);
    }
  }

  private static InputDocument input(String name, String ending) {
    return new InputDocument(
        name, "in/" + name, ending, null, 3, 4, () -> new byte[0], Surroundings.NONE);
  }

  static InputDocument input(String name) {
    return input(name, ".txt");
  }

  static AnnotatedResult result(String text) {
    AnnotatedDocument copy = new AnnotatedDocument("d", "en", text, List.of(), List.of());
    return new AnnotatedResult(null, null, copy, null, Map.of());
  }

  static <R> Completed<R> completed(FolderSink<R> sink, String text, TypeSystem types)
      throws IOException {
    try {
      R rendered = sink.render(result(text));
      return new Completed<>(figures(found("PER", 0.5)), types, rendered, null, null);
    } catch (DocumentException e) {
      throw new IOException(e);
    }
  }

  static <R> void add(FolderSink<R> sink, String... names) throws IOException {
    for (String name : names) {
      assertThat(sink.isDone(input(name), name)).isFalse();
      sink.add(input(name), name, completed(sink, "text of " + name, null));
    }
  }

  static <R> void fail(FolderSink<R> sink, int line, String name, String ending)
      throws IOException {
    DocumentException failure = new DocumentException(line, "bad " + name, null);
    byte[] content = line > 0 ? name.getBytes(StandardCharsets.UTF_8) : null;
    sink.add(input(name, ending), name, Completed.failed(failure, content));
  }

  static <R> void end(FolderSink<R> sink, Map<Path, Status> promises) throws IOException {
    sink.end(new TreeMap<>(promises));
  }

  /** Returns the files in the folder except staged files. */
  Set<String> written() throws IOException {
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

  String content(String name) throws IOException {
    return Files.readString(output.resolve(name));
  }
}
