package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.fit.component.JCasAnnotator_ImplBase;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.cli.AnnotateFormatsTest.BarSegmenter;
import org.gpchain.internal.documents.TestModel;
import org.junit.jupiter.api.Test;

/** Tests of {@code gpchain annotate --pipeline}. */
class PipelineFileTest extends CommandTest {
  private CommandLineRun annotate(String... lines) throws IOException {
    Path text = file("a.txt", "Dana left | Ostrey today");
    Path model = path("ne.gpchain");
    if (!Files.exists(model)) {
      TestModel.write("ne", model);
    }
    Path pipeline = Files.write(path("engines.txt"), List.of(lines));
    String annotate = "annotate --model {} --input {} --output - --to conll --pipeline {}";
    return gpchain(annotate, model, text, pipeline);
  }

  @Test
  void runsEnginesBeforeAndAfterTheModels() throws IOException {
    CommandLineRun run =
        annotate(
                "# the words",
                "before " + BarSegmenter.class.getName() + " mark=\" | \"",
                "",
                "after " + Last.class.getName())
            .succeeds();
    assertThat(run.out().lines().map(line -> line.split("\t", -1)[0]))
        .containsExactly("Dana_left", "Ostrey_today", "");
  }

  @Test
  void malformedLinesFail() throws IOException {
    String words = BarSegmenter.class.getName();
    assertRefused("while " + words, "this is not an engine");
    assertRefused("before", "this is not an engine");
    assertRefused("before no.such.Engine", "there is no class no.such.Engine");
    assertRefused("before java.lang.String", "is not a UIMA analysis component");
    assertRefused("before " + words + " marks=x", "there is no parameter 'marks'");
    assertRefused("before " + words + " mark", "must be NAME=VALUE");
    assertRefused("after " + words + " mark=\"x", "a quotation mark is not closed");
    assertRefused("x".repeat(100_000), "this is not an engine");
    assertRefused("before x\u202ey", "there is no class x y");
  }

  private void assertRefused(String line, String message) throws IOException {
    CommandLineRun run = annotate("# comment", line);
    assertThat(run.exitCode()).isNotZero();
    assertThat(run.err()).hasLineCount(1).contains("engines.txt:2: ", message);
  }

  @Test
  void failuresOfEnginesAreFailuresOfTheDocument() throws IOException {
    assertThat(annotate("after " + Failing.class.getName()).fails(1).err())
        .hasLineCount(1)
        .contains("a.txt: ");
  }

  /** An engine that runs after the models and fails if there are no tokens. */
  public static final class Last extends JCasAnnotator_ImplBase {
    @Override
    public void process(JCas document) {
      if (!JCasUtil.exists(document, Token.class)) {
        throw new IllegalStateException("no tokens");
      }
    }
  }

  /** An engine that always fails. */
  public static final class Failing extends JCasAnnotator_ImplBase {
    @Override
    public void process(JCas document) {
      throw new StackOverflowError();
    }
  }
}
