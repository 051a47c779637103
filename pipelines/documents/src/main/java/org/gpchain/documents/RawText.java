package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Paragraph;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.uima.jcas.JCas;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.cas.CasFormat;

/** Raw texts in UTF-8, which become documents with paragraphs. */
final class RawText implements InputFormat {
  private static final String NEW_LINE = "(?>\\r\\n|\\n|\\r)";

  /** One or more blank lines. */
  static final Pattern PARAGRAPH_BREAK = Pattern.compile(NEW_LINE + "[ \\t]*" + NEW_LINE + "\\s*");

  private static final char BYTE_ORDER_MARK = '\uFEFF';

  /** How files begin that are not raw text, and what to do about them; the first that fits. */
  private static final List<Map.Entry<Pattern, String>> MARKUP =
      List.of(
          Map.entry(
              Pattern.compile("<(?:\\?xml[^>]*>\\s*<)?xmi:XMI\\b.*", Pattern.DOTALL),
              "it is a UIMA document: give --format xmi"),
          Map.entry(
              Pattern.compile(
                  "\\{\\s*\"%(?:TYPES|FEATURE_STRUCTURES|VIEWS|HEADER)\".*", Pattern.DOTALL),
              "it is a UIMA document: give --format json"),
          Map.entry(
              Pattern.compile(
                  "<(?:\\?xml\\b|!DOCTYPE\\b|html\\b).*",
                  Pattern.DOTALL | Pattern.CASE_INSENSITIVE),
              "extract its text first, or read it with --reader CLASS, such as one of DKPro's"
                  + " readers for HTML or XML; --format xmi reads UIMA documents"));

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
  public Parser parser(Needs needs) {
    JCas blank = InputFormat.newDocument();
    String language = needs.language();
    return (origin, content) -> document(origin.restart(blank, language), decode(content));
  }

  /** Gives a document its text, and marks its paragraphs. */
  static JCas document(JCas document, String text) {
    document.setDocumentText(text);
    // The segmenter lets no sentence cross a paragraph: a heading ends without a full stop.
    Matcher gap = PARAGRAPH_BREAK.matcher(text);
    int begin = 0;
    while (gap.find()) {
      markParagraph(document, begin, gap.start());
      begin = gap.end();
    }
    markParagraph(document, begin, text.length());
    return document;
  }

  private static void markParagraph(JCas document, int begin, int end) {
    if (begin < end) {
      new Paragraph(document, begin, end).addToIndexes();
    }
  }

  /** The text without a byte order mark, which would become part of the first word. */
  static String decode(byte[] bytes) throws InputException {
    if (CasFormat.isBinary(bytes)) {
      throw problem("this is a binary CAS, not text", CasFormat.BINARY_CURE);
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer source = ByteBuffer.wrap(bytes);
    // UTF-8 never decodes to more UTF-16 units than it has bytes.
    CharBuffer target = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(source, target, true);
    if (result.isError()) {
      throw problem(
          "this is not UTF-8: the byte at offset " + source.position() + " does not fit",
          "convert the file, for example with iconv -f ISO-8859-1 -t UTF-8");
    }
    String text = target.flip().toString();
    int zero = text.indexOf('\0');
    if (zero >= 0) {
      throw problem(
          "this is not text: the byte at offset "
              + text.substring(0, zero).getBytes(StandardCharsets.UTF_8).length
              + " is zero",
          "give a text file in UTF-8, not in UTF-16, and not a word processor document");
    }
    String whole = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    String start = whole.stripLeading();
    for (Map.Entry<Pattern, String> markup : MARKUP) {
      if (markup.getKey().matcher(start).matches()) {
        throw problem("this is mark-up, not text", markup.getValue());
      }
    }
    return whole;
  }

  private static InputException problem(String what, String cure) {
    return new InputException(InputFormat.PLACE, what, cure);
  }
}
