package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.Causes;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.cas.TypeSystems;

/**
 * Annotates documents one after the other, for one thread, with engines and a CAS that are made
 * once. Annotators of one virtual machine share the models. A document, however hostile, does not
 * affect those after it.
 */
public final class DocumentAnnotator implements AutoCloseable {
  private final SharedModels shared;

  /** Whether a long text may be annotated in pieces. */
  private final boolean mayBeCut;

  private InputFormat.Parser parser;
  private TextPipeline pipeline;

  /** Name of the view that the pipeline works on. */
  private String view = CAS.NAME_DEFAULT_SOFA;

  /**
   * @param shared models, and what else annotators have in common; not closed
   * @param formats in which documents are going to be written
   * @throws InputException if documents cannot be read as the options have it
   */
  public DocumentAnnotator(SharedModels shared, Set<OutputFormat> formats) throws IOException {
    this.shared = shared;
    this.mayBeCut =
        shared.keepsParagraphs() && formats.stream().noneMatch(OutputFormat::writesDocuments);
    start();
  }

  private void start() throws IOException {
    parser = shared.parser();
    try {
      pipeline = shared.pipeline(view);
    } catch (UIMAException e) {
      throw new IOException("an engine cannot start: " + Causes.message(e), e);
    }
  }

  /**
   * @param content of the file; not modified
   * @throws DocumentException if it cannot be annotated
   */
  public AnnotatedResult annotate(DocumentOrigin origin, byte[] content) throws DocumentException {
    return guarded(
        () -> {
          if (mayBeCut && LongText.mayBeLong(content)) {
            String text = parsed(() -> shared.rawText.decode(content));
            if (LongText.isLong(text)) {
              return shared.longText.annotate(this, origin, text);
            }
          }
          return annotated(origin.name(), parsed(() -> parser.parse(origin, content)));
        });
  }

  /**
   * Annotates a document that somebody else has read: it keeps what it has.
   *
   * @throws DocumentException if it cannot be annotated
   */
  public AnnotatedResult annotate(String name, ParsedDocument document) throws DocumentException {
    return guarded(() -> annotated(name, document));
  }

  private AnnotatedResult annotated(String name, ParsedDocument read)
      throws IOException, UIMAException {
    JCas document = TypeSystems.complete(read.document());
    if (!document.getViewName().equals(view)) {
      // Documents of a run nearly always have the same views.
      TextPipeline ofView = shared.pipeline(document.getViewName());
      pipeline.close();
      pipeline = ofView;
      view = document.getViewName();
    }
    Additions additions = pipeline.process(document);
    return new AnnotatedResult(
        this,
        document,
        AnnotatedDocument.of(name, document, shared.layers(), 0, UnaryOperator.identity()),
        additions,
        read.remarks());
  }

  @FunctionalInterface
  private interface Step<T> {
    T run() throws IOException, UIMAException, DocumentException;
  }

  /** Reads a document: of what is wrong with its file, the place is known. */
  private static <T> T parsed(Step<T> step) throws IOException, UIMAException, DocumentException {
    try {
      return step.run();
    } catch (InputException e) {
      throw new DocumentException(e.line(), e.reason(), e);
    }
  }

  private AnnotatedResult guarded(Step<AnnotatedResult> step) throws DocumentException {
    try {
      return step.run();
    } catch (DocumentException e) {
      throw renewed(e);
    } catch (IOException
        | UIMAException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | LinkageError
        | AssertionError e) {
      throw failure(e);
    }
  }

  /** What went wrong in engines, which may fail with anything, or in writing. */
  DocumentException failure(Throwable problem) {
    boolean told = problem instanceof InputException || problem instanceof UnusableCasException;
    String reason = told ? problem.getMessage() : "cannot be annotated: " + Causes.damage(problem);
    return renewed(new DocumentException(0, reason, problem));
  }

  private DocumentException renewed(DocumentException e) {
    if (e.mayHaveDamaged()) {
      pipeline.close();
      try {
        start();
      } catch (IOException again) {
        e.addSuppressed(again);
      }
    }
    return e;
  }

  @Override
  public void close() {
    pipeline.close();
  }
}
