package org.gpchain.internal.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Paragraph;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.corpora.FileKind;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.corpora.TextSegmenter;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.ParsedDocument;
import org.gpchain.internal.formats.input.DocumentNames;

/**
 * The format of raw texts. Their paragraphs become annotations.
 *
 * @param encoding encoding of files without a byte order mark
 */
record RawText(Charset encoding) implements InputFormat {
  /** Patterns for the start of files that are not raw text, each with an error message. */
  private static final List<Map.Entry<Pattern, String>> MARKUP =
      List.of(
          Map.entry(
              Pattern.compile("<(?:\\?xml[^>]*>\\s*<)?xmi:XMI\\b"),
              "this is a UIMA document, not text; use --format xmi"),
          Map.entry(
              Pattern.compile("\\{\\s*\"%(?:TYPES|FEATURE_STRUCTURES|VIEWS|HEADER)\""),
              "this is a UIMA document, not text; use --format jsoncas"),
          Map.entry(
              Pattern.compile("(?:\\[\\s*+)?\\{\\s*+(?:\"|}\\s*+$)"),
              "this is JSON, not text; use --format jsonl for records with a text,"
                  + " such as those of annotation tools"),
          Map.entry(
              Pattern.compile("#FORMAT=WebAnno TSV 3"),
              "this is WebAnno TSV, not text; use --format webanno"),
          Map.entry(
              Pattern.compile("<(?:\\?xml\\b|!DOCTYPE\\b|html\\b)", Pattern.CASE_INSENSITIVE),
              "this is markup, not text; extract its text first, for example with"
                  + " pandoc -f html -t plain or lynx -dump, or read it with --reader"
                  + " CLASS; --format xmi reads UIMA documents"));

  @Override
  public DocumentNames names() {
    return new DocumentNames(List.of(".txt"));
  }

  @Override
  public String description() {
    return "text in " + encoding;
  }

  @Override
  public Parser parser(List<String> columns, String language) {
    JCas blank = InputFormat.newDocument();
    return (origin, content) -> {
      JCas document = document(origin.restart(blank, language), decode(content));
      return ParsedDocument.of(document);
    };
  }

  /** Sets the text of a document, and annotates its paragraphs. */
  static JCas document(JCas document, String text) {
    document.setDocumentText(text);
    markParagraphs(document, 0, text.length());
    return document;
  }

  /** Annotates the paragraphs of a part of a text. The part begins and ends with a paragraph. */
  static void markParagraphs(JCas document, int begin, int end) {
    Matcher gap = TextSegmenter.paragraphBreaks(document.getDocumentText(), begin, end);
    int start = begin;
    while (gap.find()) {
      markParagraph(document, start, gap.start());
      start = gap.end();
    }
    markParagraph(document, start, end);
  }

  private static void markParagraph(JCas document, int begin, int end) {
    if (begin < end) {
      new Paragraph(document, begin, end).addToIndexes();
    }
  }

  /**
   * Decodes a text and removes a byte order mark, which would become part of the first word.
   *
   * @throws InputException if the file is not raw text
   */
  String decode(byte[] bytes) throws IOException {
    if (CasFormat.isBinary(bytes)) {
      throw new InputException(PLACE, "this is a binary CAS, not text", CasFormat.BINARY_CURE);
    }

    String text = TextLines.text(PLACE, new ByteArrayInputStream(bytes), encoding);

    if (FileKind.isConllu(text)) {
      String problem = "this is CoNLL-U, not text; use --format conllu";
      throw new InputException(PLACE, problem, (Throwable) null);
    }

    String start = text.stripLeading();
    // Each pattern begins with one of these characters, and few texts do.
    if (!start.isEmpty() && "<{[#".indexOf(start.charAt(0)) >= 0) {
      for (Map.Entry<Pattern, String> markup : MARKUP) {
        if (markup.getKey().matcher(start).lookingAt()) {
          throw new InputException(PLACE, markup.getValue(), (Throwable) null);
        }
      }
    }
    return text;
  }
}
