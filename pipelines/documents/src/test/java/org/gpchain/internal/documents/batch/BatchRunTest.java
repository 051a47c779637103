package org.gpchain.internal.documents.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CountDownLatch;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotateOptions;
import org.gpchain.internal.documents.AnnotatedResult;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.documents.SharedModels;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.batch.sink.Sink;
import org.gpchain.internal.documents.batch.sink.Statistics;
import org.gpchain.internal.documents.batch.sink.Statistics.Figures;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.InputDocument;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.internal.training.io.AtomicFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests batch runs with a sink that records documents. */
class BatchRunTest {
  @TempDir private Path directory;
  private Path model;
  private Path input;
  private int threads = 1;
  private long maxFailures = Long.MAX_VALUE;
  private DocumentSource.Opener reader;
  private Promise promise;
  private boolean refuses;
  private final List<BatchProgress.Step> steps = new ArrayList<>();

  @BeforeEach
  void write() throws IOException {
    model = TestModel.write("ne", directory.resolve("ne.gpchain"));
    input = Files.createDirectory(directory.resolve("in"));
  }

  private void text(String name, String text) throws IOException {
    Files.writeString(input.resolve(name + ".txt"), text);
  }

  /** A sink that records the names of documents. */
  private static class Names implements Sink<String> {
    final Statistics statistics;
    final List<String> added = new ArrayList<>();
    final Set<String> before = new HashSet<>();
    String end = "";

    Names() {
      this(new Statistics());
    }

    /** Creates a sink with the figures of earlier runs. */
    Names(Statistics statistics) {
      this.statistics = statistics;
    }

    @Override
    public String render(AnnotatedResult result) throws DocumentException {
      return result.copy().name();
    }

    @Override
    public boolean isDone(InputDocument input, String id) {
      return before.contains(id);
    }

    @Override
    public void add(InputDocument input, String id, Completed<String> document) throws IOException {
      if (document.failure() == null) {
        assertThat(document.rendered()).isEqualTo(input.name());
        statistics.add(added.size(), id, document.figures());
        added.add(id);
      } else {
        statistics.addFailure(document.failure());
        int length = document.content() == null ? -1 : document.content().length;
        added.add(id + " " + document.failure().description() + " " + length);
      }
    }

    @Override
    public void end(SortedMap<Path, PromiseCheck.Status> promises) {
      end += "ended";
    }

    @Override
    public void stop() {
      end += "stopped";
    }

    @Override
    public Statistics statistics() {
      return statistics;
    }
  }

  private BatchOptions options(Path... inputs) {
    InputFormat format = reader == null ? InputFormat.text() : InputFormat.readElsewhere("us");
    AnnotateOptions annotate =
        AnnotateOptions.builder(List.of(model), format)
            .decoding(AnnotateOptions.DEFAULT_DECODING.withPromise(promise))
            .build();
    return new BatchOptions(
        annotate,
        List.of(inputs),
        List.of(),
        reader,
        Set.of(OutputFormat.JSONL),
        threads,
        maxFailures,
        refuses);
  }

  private BatchResult run(Sink<?> sink, BatchProgress progress, Path... inputs) throws IOException {
    BatchOptions options = options(inputs);
    Documents documents = Documents.open(options, null);
    try (SharedModels models = SharedModels.load(documents.annotate(), threads);
        Annotators annotators = new Annotators(models, options.formats())) {
      return new BatchRun<>(documents, annotators, sink, progress).run();
    }
  }

  private BatchResult run(Sink<?> sink) throws IOException {
    return run(sink, steps::add, input);
  }

  @Test
  void returnsTheResult() throws IOException {
    text("a", "Dana left.");
    text("b", "Dana left Ostrey.");
    text("c", "");
    text("d", "x\0y");
    Files.writeString(input.resolve("e.pdf"), "");
    Names sink = new Names();
    sink.before.add("a");
    Additions nothing = new Additions(null, 0, List.of(), List.of(), List.of());
    sink.statistics.add(0, "a", new Figures(1, 5, List.of(), nothing, Map.of()));
    long begin = System.nanoTime();

    BatchResult result = run(sink);

    double seconds = (System.nanoTime() - begin) / 1e9;
    assertThat(sink.added).hasSize(3).startsWith("b", "c");
    assertThat(sink.added.get(2)).startsWith("d ").endsWith(" 3");
    assertThat(sink.end).isEqualTo("ended");
    assertThat(result)
        .returns(3L, of -> of.totals().documents())
        .returns(1L, of -> of.totals().failed())
        .returns(1L, of -> of.thisRun().before())
        .returns(2L, of -> of.totals().sentences())
        .returns(9L, of -> of.totals().tokens())
        .returns(4L, of -> of.thisRun().tokens())
        .returns(sink.statistics.segments(), of -> of.totals().segments())
        .returns(false, BatchResult::stopped);
    assertThat(result.totals().segments()).isPositive();
    assertThat(result.notes())
        .containsExactly("documents without sentences: 1", "left out: 1 .pdf");
    assertThat(result.promises()).isEmpty();
    assertThat(result.thisRun().seconds()).isBetween(0.0, seconds);
    assertThat(steps).extracting(BatchProgress.Step::done).containsExactly(1L, 2L, 3L, 4L);
    assertThat(steps).extracting(BatchProgress.Step::before).containsExactly(0L, 1L, 1L, 1L);
    assertThat(steps).extracting(BatchProgress.Step::failed).containsExactly(0L, 0L, 0L, 1L);
    assertThat(steps).extracting(BatchProgress.Step::tokens).containsExactly(0L, 4L, 4L, 4L);
    assertThat(steps).allMatch(step -> step.all().orElse(4) == 4);
  }

  @Test
  void stopsAfterTooManyFailures() throws IOException {
    for (int i = 0; i < 5; i++) {
      text("d" + i, i == 2 ? "Dana" : "x\0y");
    }
    maxFailures = 1;
    Names sink = new Names();
    BatchResult result = run(sink);
    assertThat(sink.added).as("until the second failure").hasSize(2);
    assertThat(sink.end).isEqualTo("stopped");
    assertThat(result.stopped()).isTrue();
    maxFailures = 4;
    sink = new Names();
    assertThat(run(sink).stopped()).isFalse();
    assertThat(sink.added).hasSize(5);
  }

  @Test
  void refusesAnInputWithoutDocuments() throws IOException {
    assertThatThrownBy(() -> run(new Names()))
        .isInstanceOf(InputException.class)
        .hasMessage(
            input
                + ": there are no documents in this input; specify files, a folder"
                + " with files of the format, or a pattern such as 'corpus/*.txt', or"
                + " check --format");
    text("bad", "x\0y");
    Names sink = new Names();
    run(sink);
    assertThat(sink.added).as("it is there, though bad").hasSize(1);
    assertThatThrownBy(() -> run(new Names(), steps::add, input.resolve("bad.txt")))
        .as("one that the user has named")
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(input.resolve("bad.txt") + ":1: this is not text: ");
  }

  /** While one document is slow, 64 documents per thread are pending. */
  @Test
  void othersOvertakeASlowDocument() throws IOException {
    threads = 2;
    for (int i = 100; i < 260; i++) {
      text("d" + i, "");
    }
    CountDownLatch others = new CountDownLatch(127);
    Names sink =
        new Names() {
          @Override
          public String render(AnnotatedResult result) throws DocumentException {
            try {
              if (result.copy().name().equals("d100")) {
                others.await();
              } else {
                others.countDown();
              }
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            return super.render(result);
          }

          @Override
          public void add(InputDocument input, String id, Completed<String> document)
              throws IOException {
            assertThat(others.getCount()).isZero();
            super.add(input, id, document);
          }
        };
    run(sink);
    assertThat(sink.added).hasSize(160).isSorted();
  }

  /** Writes a compressed file whose estimated size exceeds the budget. It is not valid gzip. */
  private void large(String name) throws IOException {
    try (RandomAccessFile file =
        new RandomAccessFile(input.resolve(name + ".txt.gz").toFile(), "rw")) {
      file.setLength(Runtime.getRuntime().maxMemory() / 640 + 1);
    }
  }

  /** The next document is not read before a large document is finished. */
  @Test
  void annotatesALargeDocumentAlone() throws IOException {
    large("a");
    text("b", "Dana");
    text("c", "Dana");
    Names sink = new Names();
    run(sink, step -> delete(step, input.resolve("b.txt")), input);
    assertThat(sink.added).hasSize(3).last().isEqualTo("c");
    assertThat(sink.added.get(0)).startsWith("a cannot be read: ").endsWith(" -1");
    assertThat(sink.added.get(1)).isEqualTo("b there is no such file; check the path -1");
  }

  /** The large document also waits for pending documents. */
  @Test
  void largeDocumentWaitsForOthers() throws IOException {
    text("a", "Dana");
    large("b");
    Names sink = new Names();
    run(sink, step -> delete(step, input.resolve("b.txt.gz")), input);
    assertThat(sink.added).containsExactly("a", "b there is no such file; check the path -1");
  }

  /** Deletes a file when one document is finished. */
  private static void delete(BatchProgress.Step step, Path file) {
    if (step.done() == 1) {
      assertThat(file.toFile().delete()).isTrue();
    }
  }

  /** A sink that fails for lack of memory a number of times for the document "a". */
  private static final class Exhausted extends Names {
    final List<String> rendered = Collections.synchronizedList(new ArrayList<>());
    int left;

    Exhausted(int failures) {
      left = failures;
    }

    @Override
    public synchronized String render(AnnotatedResult result) throws DocumentException {
      String name = result.copy().name();
      rendered.add(name);
      if (name.equals("a") && left-- > 0) {
        if (left == 0) {
          throw new OutOfMemoryError("made by a test");
        }
        throw new DocumentException(0, "no memory", new OutOfMemoryError("made by a test"));
      }
      return super.render(result);
    }
  }

  @Test
  void repeatsADocumentAfterLackOfMemory() throws IOException {
    threads = 2;
    for (String name : List.of("a", "b", "c", "d", "e")) {
      text(name, "");
    }
    Exhausted once = new Exhausted(1);
    run(once);
    assertThat(once.added).containsExactly("a", "b", "c", "d", "e");
    assertThat(once.rendered).hasSize(6).last().isEqualTo("a");
    Exhausted twice = new Exhausted(2);
    run(twice);
    assertThat(twice.added).startsWith("a it needs more memory than is available -1", "b");
    assertThat(twice.rendered).hasSize(6);
  }

  /** A reader whose documents are valid until it reads the next one. */
  private static final class Reader implements DocumentSource {
    private final Iterator<String> names;
    private final JCas document;
    private String name;

    Reader(List<String> names) {
      this.names = names.iterator();
      try {
        document = JCasFactory.createJCas();
      } catch (UIMAException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public boolean hasNext() {
      return names.hasNext();
    }

    @Override
    public ParsedDocument next() throws InputException {
      name = names.next();
      if (name.startsWith("bad")) {
        throw new InputException(place(), 7, "it is bad", "do this");
      }
      document.reset();
      document.setDocumentLanguage("en");
      document.setDocumentText(name);
      return ParsedDocument.of(document);
    }

    @Override
    public Path place() {
      return Path.of("reader");
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public InputException problem(Exception problemAndCure) {
      return new InputException(place(), problemAndCure.getMessage(), problemAndCure);
    }

    @Override
    public void close() {}
  }

  @Test
  void annotatesDocumentsOfAReaderOneByOne() throws IOException {
    threads = 2;
    reader = any -> new Reader(List.of("b", "bad", "c"));
    Names sink =
        new Names() {
          @Override
          public String render(AnnotatedResult result) throws DocumentException {
            assertThat(result.copy().text()).isEqualTo(result.copy().name());
            return super.render(result);
          }
        };
    run(sink);

    assertThat(sink.added).containsExactly("b", "document line 7: it is bad; do this -1", "c");
    reader = any -> new Reader(List.of("a", "b"));
    Exhausted exhausted = new Exhausted(1);
    run(exhausted);
    assertThat(exhausted.rendered).as("nobody else took memory").containsExactly("a", "b");
  }

  /** The model has seen each name equally often as a person and as a place. */
  private void learnPromising() throws IOException {
    List<LabeledSequence> sentences =
        ToyCorpus.sentences(500, 1).stream()
            .map(one -> one.withTokens(TokenSequence.ofWords(one.tokens().column("word"))))
            .toList();
    TemplateSet templates =
        TemplateSet.parse("U:%x[-1,0]\nU:%x[0,0]\nU:%x[1,0]\nB", List.of("word"));
    Model learned =
        ToySettings.of("ne", templates)
            .withIterations(20)
            .withCalibrationFolds(8)
            .withLanguage("en")
            .learn(sentences);
    model = directory.resolve("promising.gpchain");
    AtomicFile.write(model, out -> ModelWriter.write(learned, out));
  }

  /** The promise is checked after 1, 2, 4, … documents. */
  @Test
  void stopsIfAPromiseDoesNotHold() throws IOException {
    learnPromising();
    String few = "Ann sings. ";
    reader = any -> new Reader(List.of("bad", few, few.repeat(200), few, few, few));
    promise = Promise.maxError(0.3);
    Names sink = new Names();
    BatchResult result = run(sink);

    assertThat(result.stopped()).isFalse();
    assertThat(sink.added).hasSize(6);
    assertThat(sink.end).isEqualTo("ended");
    assertThat(result.promises().get(model).toString())
        .startsWith("the error guarantee does not hold for this text");

    Names again = new Names(sink.statistics);
    again.before.addAll(sink.added);
    assertThat(run(again).promises()).as("of earlier runs, too").isEqualTo(result.promises());

    refuses = true;
    sink = new Names();
    result = run(sink);
    assertThat(result.stopped()).isTrue();
    assertThat(sink.added).as("the fourth document, the failure among them").hasSize(4);
    assertThat(sink.end).isEqualTo("stopped");

    promise = null;
    assertThat(run(new Names()).stopped()).isFalse();
  }

  @Test
  void printsDocumentsOneAfterTheOther() throws IOException {
    text("a", "Dana left.");
    text("b", "x\0y");
    text("c", "");
    StringWriter out = new StringWriter();
    List<String> errors = new ArrayList<>();
    BatchResult result =
        Batch.run(
            options(input),
            new BatchOutput.Stream(new PrintWriter(out), errors::add),
            BatchProgress.NONE);

    assertThat(out.toString().lines())
        .hasSize(2)
        .satisfiesExactly(
            one -> assertThat(one).contains("Dana left."), two -> assertThat(two).contains("c"));
    assertThat(errors).hasSize(1).first().asString().startsWith(input.resolve("b.txt") + ": ");
    assertThat(result.totals().documents()).isEqualTo(2);
    assertThat(result.totals().failed()).isEqualTo(1);
  }

  @Test
  void stopsIfTheStreamIsClosed() throws IOException {
    text("a", "Dana left.");
    PrintWriter broken =
        new PrintWriter(new StringWriter()) {
          @Override
          public boolean checkError() {
            return true;
          }
        };

    assertThatThrownBy(
            () ->
                Batch.run(
                    options(input),
                    new BatchOutput.Stream(broken, error -> {}),
                    BatchProgress.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("write to a directory with --output");
  }
}
