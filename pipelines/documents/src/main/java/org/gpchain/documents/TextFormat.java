package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Paragraph;
import java.util.List;
import java.util.regex.Matcher;
import org.apache.uima.jcas.JCas;

/** Raw texts, which become documents with paragraphs. */
final class TextFormat implements InputFormat {
  @Override
  public List<String> endings() {
    return List.of(".txt");
  }

  @Override
  public boolean isRawText() {
    return true;
  }

  @Override
  public String description() {
    return "text";
  }

  @Override
  public DocumentParser parser(Needs needs) {
    BlankDocument blank = new BlankDocument(needs.language());
    return (origin, content) -> document(blank, origin, RawText.decode(content));
  }

  /**
   * A document with its paragraphs.
   *
   * @param blank what it becomes, until the next one is made
   */
  static JCas document(BlankDocument blank, Origin origin, String text) {
    JCas document = blank.document(origin);
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
