package org.gpchain.internal.documents;

import java.io.IOException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.annotator.cas.UnusableCasException;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.documents.AnnotatedResult.Additions;
import org.gpchain.internal.documents.output.AnnotatedDocument;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.Causes;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.cas.TypeSystems;

/**
 * Annotates documents one after the other. Its engines and CAS are created once and reused. A
 * document that fails, even with an error, does not affect later documents. Not thread-safe;
 * annotators in different threads share the models.
 */
public final class DocumentAnnotator implements AutoCloseable {
  private final SharedModels shared;

  /** Whether long texts may be annotated in pieces. */
  private final boolean mayCutTexts;

  private InputFormat.Parser parser;
  private TextPipeline pipeline;

  /** Whether the work on the last document was given up, so that the engines may be damaged. */
  private boolean wasInterrupted;

  /** Name of the view that the pipeline processes. */
  private String view = CAS.NAME_DEFAULT_SOFA;

  /**
   * Creates an annotator.
   *
   * @param shared models and other objects that annotators share; not closed
   * @param formats formats in which documents will be written
   * @throws InputException if documents cannot be read with the options
   */
  public DocumentAnnotator(SharedModels shared, Set<OutputFormat> formats) throws IOException {
    this.shared = shared;
    this.mayCutTexts =
        shared.keepsParagraphs() && formats.stream().noneMatch(OutputFormat::writesDocuments);
    start();
  }

  /** Creates the parser and the engines. */
  private void start() throws IOException {
    parser = shared.parser();
    try {
      pipeline = shared.pipeline(view);
    } catch (UIMAException e) {
      throw new IOException("an engine cannot be started: " + Causes.message(e), e);
    }
  }

  /**
   * Annotates a document.
   *
   * @param content content of the file; not modified
   * @throws DocumentException if the document cannot be annotated
   */
  public AnnotatedResult annotate(DocumentOrigin origin, byte[] content) throws DocumentException {
    return guarded(() -> readAndAnnotate(origin, content));
  }

  private AnnotatedResult readAndAnnotate(DocumentOrigin origin, byte[] content)
      throws IOException, UIMAException, DocumentException {
    if (mayCutTexts && LongText.mayBeLong(content)) {
      String text = parsed(() -> shared.rawText.decode(content));
      if (LongText.isLong(text)) {
        return shared.longText.annotate(this, origin, text);
      }
    }
    return annotated(origin.name(), parsed(() -> parser.parse(origin, content)));
  }

  /**
   * Annotates a document that has already been read. Its annotations stay.
   *
   * @param name name of the document
   * @throws DocumentException if the document cannot be annotated
   */
  public AnnotatedResult annotate(String name, ParsedDocument document) throws DocumentException {
    return guarded(() -> annotated(name, document));
  }

  private AnnotatedResult annotated(String name, ParsedDocument read)
      throws IOException, UIMAException {
    JCas document = TypeSystems.complete(read.document());
    if (!document.getViewName().equals(view)) {
      // The pipeline is replaced; nearly all documents of a run have the same view.
      TextPipeline pipelineOfView = shared.pipeline(document.getViewName());
      pipeline.close();
      pipeline = pipelineOfView;
      view = document.getViewName();
    }

    Additions additions = pipeline.process(document);
    AnnotatedDocument copy =
        AnnotatedDocument.of(name, document, shared.layers(), 0, UnaryOperator.identity());
    return new AnnotatedResult(this, document, copy, additions, read.remarks());
  }

  /** A step that can fail for reasons that a user can fix. */
  @FunctionalInterface
  private interface Step<T> {
    T run() throws IOException, UIMAException, DocumentException;
  }

  /** Reads a document and reports problems with their lines. */
  private static <T> T parsed(Step<T> step) throws IOException, UIMAException, DocumentException {
    try {
      return step.run();
    } catch (InputException e) {
      throw new DocumentException(e.line(), e.reason(), e);
    }
  }

  /** Runs a step and converts everything that it throws to a {@link DocumentException}. */
  private AnnotatedResult guarded(Step<AnnotatedResult> step) throws DocumentException {
    try {
      if (wasInterrupted) {
        pipeline.close();
        start();
        wasInterrupted = false;
      }
      return step.run();
    } catch (DocumentException e) {
      throw restarted(e);
    } catch (IOException
        | UIMAException
        | RuntimeException
        | StackOverflowError
        | OutOfMemoryError
        | LinkageError
        | AssertionError e) {
      // If the work is no longer wanted, its thread must not wait for new engines.
      wasInterrupted = true;
      WorkCheck.run();
      throw failure(e);
    }
  }

  /** Returns an exception for a failure of an engine, which can throw anything, or of a writer. */
  DocumentException failure(Throwable problem) {
    String reason;
    if (problem instanceof InputException || problem instanceof UnusableCasException) {
      reason = problem.getMessage();
    } else {
      reason = "cannot be annotated: " + Causes.damage(problem);
    }
    return restarted(new DocumentException(0, reason, problem));
  }

  /** Creates new engines if a failure may have damaged them. Returns the failure. */
  private DocumentException restarted(DocumentException e) {
    wasInterrupted = false;
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
