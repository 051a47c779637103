package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.CasCorpusReader;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.gpchain.internal.formats.cas.TypeSystems;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;

/**
 * Reads documents, annotates them and writes them in all formats, like {@code annotate}, and reads
 * some of them as corpora, like {@code train}. An invalid document must cause an {@link
 * InputException} with a one-line message that names the file. Any other exception is an error.
 */
public final class DocumentAttack implements Fuzz.Trial, AutoCloseable {
  private static final String NO_NUMBER = "\\b(NaN|Infinity)\\b";
  private static final Pattern BRAT =
      Pattern.compile("T\\d+\t\\S+ \\d+ \\d+(;\\d+ \\d+)*\t.+|#\\d+\tAnnotatorNotes T\\d+\t.+");

  private final Path file;
  private final CasFormat format;
  private final TextPipeline pipeline;

  /**
   * Creates an attack.
   *
   * @param directory for a file with the document; a description of types may be there
   * @param format of the documents
   */
  public DocumentAttack(Path directory, CasFormat format) throws IOException, UIMAException {
    this.file = directory.resolve("document." + format);
    this.format = format;
    Path model = TestModel.write("ne", directory.resolve("model.gpchain"));
    this.pipeline =
        SharedModels.load(
                AnnotateOptions.of(model, InputFormat.readElsewhere("attack"), Segmenter.ENGLISH),
                1)
            .pipeline();
  }

  @Override
  public void run(byte[] document) throws IOException, UIMAException {
    Files.write(file, document);
    DocumentSource.Opener opener = DocumentSource.ofFiles(format, CasReading.DEFAULT);
    try {
      if (document.length % 4 == 0) {
        CasCorpusReader.of(
                opener,
                LabelSource.ofTask("ne").orElseThrow(),
                List.of("word"),
                List.of(),
                DocumentMarks.NONE)
            .read(file);
      } else {
        annotate(opener);
      }
    } catch (InputException e) {
      assertThat(e.getMessage().lines()).hasSize(1);
      assertThat(e.getMessage()).contains(file.getParent().toString()).doesNotContain("\u001b");
    }
  }

  private void annotate(DocumentSource.Opener opener) throws IOException, UIMAException {
    try (DocumentSource source = opener.open(file)) {
      JCas document = TypeSystems.complete(source.next().document());
      try {
        pipeline.process(document);
        AnnotatedDocument copy =
            AnnotatedDocument.of(source.name(), document, List.of(), 0, UnaryOperator.identity());
        for (OutputFormat output : OutputFormat.values()) {
          List<byte[]> files = output.write(document, copy);
          check(output, new String(files.get(files.size() - 1), StandardCharsets.UTF_8));
        }
      } catch (UnusableCasException e) {
        throw source.problem(e);
      }
    }
  }

  private static void check(OutputFormat output, String written) throws IOException {
    if (output == OutputFormat.JSON || output == OutputFormat.JSONL) {
      for (var probability : new ObjectMapper().readTree(written).findValues("probability")) {
        assertThat(probability.isNumber()).isTrue();
      }
    }
    if (output == OutputFormat.HTML) {
      assertThat(written).doesNotContain("<script>alert").doesNotContainPattern("--p:" + NO_NUMBER);
    }
    if (output == OutputFormat.BRAT) {
      assertThat(written.lines()).allMatch(BRAT.asMatchPredicate());
    }
    if (output == OutputFormat.JSONL) {
      assertThat(written.lines()).hasSize(1);
    }
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
