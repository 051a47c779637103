package org.gpchain.pipelines.annotate;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Paragraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.NamedFile;
import org.gpchain.pipelines.corpus.cas.DocumentSource;

/** Raw texts as documents with paragraphs. */
final class TextDocuments implements DocumentSource {
  private static final String NEW_LINE = "(?>\\r\\n|\\n|\\r)";

  /** One or more blank lines. */
  private static final Pattern PARAGRAPH_BREAK =
      Pattern.compile(NEW_LINE + "[ \\t]*" + NEW_LINE + "\\s*");

  private final List<NamedFile> files;
  private final BlankDocument blank;
  private int read;

  private TextDocuments(List<NamedFile> files, BlankDocument blank) {
    this.files = files;
    this.blank = blank;
  }

  static TextDocuments open(Path input, String language) throws IOException {
    return new TextDocuments(RawText.find(input), new BlankDocument(language));
  }

  @Override
  public boolean hasNext() {
    return read < files.size();
  }

  @Override
  public JCas next() throws IOException {
    NamedFile file = files.get(read++);
    String text = RawText.read(file.file());
    JCas document = blank.document(file);
    document.setDocumentText(text);
    markParagraphs(document, text);
    return document;
  }

  /** The segmenter lets no sentence cross a paragraph: a heading ends without a full stop. */
  private static void markParagraphs(JCas document, String text) {
    Matcher gap = PARAGRAPH_BREAK.matcher(text);
    int begin = 0;
    while (gap.find()) {
      markParagraph(document, begin, gap.start());
      begin = gap.end();
    }
    markParagraph(document, begin, text.length());
  }

  private static void markParagraph(JCas document, int begin, int end) {
    if (begin < end) {
      new Paragraph(document, begin, end).addToIndexes();
    }
  }

  @Override
  public Path place() {
    return files.get(read - 1).file();
  }

  @Override
  public String name() {
    return files.get(read - 1).name();
  }

  @Override
  public InputException problem(Exception problemAndCure) {
    return new InputException(place(), 0, problemAndCure.getMessage(), problemAndCure);
  }

  @Override
  public List<NamedFile> files() {
    return files;
  }

  @Override
  public void close() {}
}
