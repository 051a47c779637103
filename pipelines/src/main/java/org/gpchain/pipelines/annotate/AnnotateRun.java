package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.cas.UnusableCasException;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.training.file.AtomicFile;

/**
 * Annotates text files with a model and writes them. Output files are written atomically, and
 * replace existing ones.
 */
public final class AnnotateRun {
  private static final Map<OutputFormat, DocumentWriter> WRITERS =
      new EnumMap<>(
          Map.of(
              OutputFormat.CONLL, new ConllWriter(),
              OutputFormat.JSON, new JsonWriter(),
              OutputFormat.HTML, new HtmlWriter()));

  private final AnnotateOptions options;
  private final List<Path> files = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int documents;
  private int sentences;
  private int segments;

  private AnnotateRun(AnnotateOptions options) {
    this.options = options;
  }

  /**
   * Annotates all texts of the input.
   *
   * @return what was written
   * @throws InputException if the model or a text cannot be used; what was written before stays
   */
  public static AnnotateResult run(AnnotateOptions options) throws IOException {
    return new AnnotateRun(options).annotate();
  }

  private AnnotateResult annotate() throws IOException {
    List<RawText> texts = RawText.find(options.input());
    TextModel model = TextModel.load(options.model(), options.decoding());
    if (!model.isEnglish()) {
      notes.add(
          "the model is for the language '"
              + model.language()
              + "', but sentences and tokens are found by models for English");
    }
    checkTargets(texts);
    try (TextPipeline pipeline = new TextPipeline(model)) {
      AtomicFile.makeDirectory(options.output());
      if (options.formats().contains(OutputFormat.XMI)) {
        try (XmiFiles xmi = new XmiFiles(options.output())) {
          annotate(texts, model, pipeline, xmi);
        }
      } else {
        annotate(texts, model, pipeline, null);
      }
    } catch (UIMAException e) {
      // Whatever the user can fix is an InputException by now.
      throw new IllegalStateException(e);
    }
    return new AnnotateResult(files, documents, sentences, segments, notes);
  }

  /** A text must not be replaced by its own output. */
  private void checkTargets(List<RawText> texts) throws IOException {
    Path output = options.output();
    if (Files.exists(output) && !Files.isDirectory(output)) {
      throw new InputException(
          output, 0, "this is not a directory", "name a directory to write to");
    }
    for (RawText text : texts) {
      for (OutputFormat format : options.formats()) {
        Path target = target(text, format);
        if (Files.exists(target) && Files.isSameFile(target, text.file())) {
          throw new InputException(
              text.file(),
              0,
              "this text would be replaced by its annotations",
              "name another directory to write to");
        }
      }
    }
  }

  private Path target(RawText text, OutputFormat format) {
    return options.output().resolve(text.name() + "." + format);
  }

  private void annotate(List<RawText> texts, TextModel model, TextPipeline pipeline, XmiFiles xmi)
      throws IOException, UIMAException {
    ModelCard card = ModelCard.of(model.location().file(), model.model());
    for (RawText source : texts) {
      JCas document = annotated(source, pipeline);
      AnnotatedDocument copy = AnnotatedDocument.of(source.name(), document, card);
      for (OutputFormat format : options.formats()) {
        if (format == OutputFormat.XMI) {
          files.addAll(xmi.write(document));
        } else {
          Path target = target(source, format);
          AtomicFile.write(target, out -> WRITERS.get(format).write(copy, out));
          files.add(target);
        }
      }
      documents++;
      sentences += copy.sentences().size();
      segments += copy.segments().size();
      if (copy.sentences().isEmpty()) {
        notes.add(source.file() + ": there are no sentences in this text");
      }
    }
  }

  private static JCas annotated(RawText source, TextPipeline pipeline)
      throws IOException, UIMAException {
    String text = source.read();
    try {
      return pipeline.annotate(source, text);
    } catch (UnusableCasException e) {
      throw new InputException(source.file(), 0, e.getMessage(), e);
    }
  }
}
