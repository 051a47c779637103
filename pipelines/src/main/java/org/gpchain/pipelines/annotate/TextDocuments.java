package org.gpchain.pipelines.annotate;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Paragraph;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.corpus.NamedFile;
import org.gpchain.pipelines.corpus.cas.FileSource;

/** Raw texts as documents with paragraphs. */
final class TextDocuments extends FileSource {
  private final BlankDocument blank;

  private TextDocuments(List<NamedFile> files, BlankDocument blank) {
    super(files);
    this.blank = blank;
  }

  static TextDocuments open(Path input, String language) throws IOException {
    return new TextDocuments(RawText.find(input), new BlankDocument(language));
  }

  @Override
  protected JCas read(NamedFile file) throws IOException {
    return document(blank, file, RawText.read(file.file()));
  }

  /**
   * A document with its paragraphs.
   *
   * @param blank what it becomes, until the next one is made
   */
  static JCas document(BlankDocument blank, NamedFile file, String text) {
    JCas document = blank.document(file);
    document.setDocumentText(text);
    markParagraphs(document, text);
    return document;
  }

  /** The segmenter lets no sentence cross a paragraph: a heading ends without a full stop. */
  private static void markParagraphs(JCas document, String text) {
    Matcher gap = TextPieces.PARAGRAPH_BREAK.matcher(text);
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
}
