package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.documents.TestModel;
import org.gpchain.internal.documents.TestXmi;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code gpchain annotate} with documents of several views or without text. */
class DocumentViewsTest extends CommandTest {
  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model = TestModel.write("chunk", path("chunk.gpchain"));
  }

  /** Writes a document with a text in each of the given views. */
  private Path document(String name, String... views) throws UIMAException, IOException {
    JCas document = JCasFactory.createJCas();
    for (String view : views) {
      JCas created = view.isEmpty() ? document : document.createView(view);
      created.setDocumentText("The old ferry reached Ostrey.");
      created.setDocumentLanguage("en");
    }
    return TestXmi.write(document, path(name));
  }

  private CommandLineRun annotate(Path input, Path output, Object... more) {
    String annotate = "annotate --format xmi --to xmi,jsonl --model {} --input {} --output {}";
    return gpchain(annotate, model, input, output, more);
  }

  private static List<ScoredSegment> segments(JCas view) {
    return List.copyOf(JCasUtil.select(view, ScoredSegment.class));
  }

  @Test
  void annotatesTheOnlyViewWithText() throws Exception {
    CommandLineRun run = annotate(document("d.xmi", "plain"), path("out")).succeeds();
    assertThat(run.err())
        .contains("note: documents without text in the initial view, read from their view 'plain'");
    JCas written = TestXmi.read(path("out/d.xmi"));
    assertThat(segments(written.getView("plain"))).isNotEmpty();
    assertThat(segments(written)).isEmpty();
    assertThat(Files.readString(path("out/d.jsonl"))).contains("The old ferry");
  }

  @Test
  void annotatesTheViewOfTheViewOption() throws Exception {
    Path input = document("d.xmi", "", "other");
    annotate(input, path("out"), "--view other").succeeds();
    JCas written = TestXmi.read(path("out/d.xmi"));
    assertThat(segments(written.getView("other"))).isNotEmpty();
    assertThat(segments(written)).as("other views are not changed").isEmpty();
    annotate(input, path("none"), "--view third").fails(1, "no text in the view 'third'");
  }

  @Test
  void documentsWithoutTextFail() throws Exception {
    annotate(document("empty.xmi"), path("out")).fails(1, "empty.xmi", "no text");
    annotate(document("two.xmi", "a", "b"), path("out2"))
        .fails(1, "(a, b); specify one with --view");
  }
}
