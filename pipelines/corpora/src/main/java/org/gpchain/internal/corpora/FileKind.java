package org.gpchain.internal.corpora;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A kind of file that is recognized by its first bytes or lines.
 *
 * @param description name of the kind as messages give it, such as {@code "a PDF"}
 * @param cure advice to the user on how to read such a file
 */
public record FileKind(String description, String cure) {
  private static final String UNPACK = "unpack it first, for example with ";
  private static final String AS_TEXT = "save it as plain text in UTF-8 first";

  /** Maximum number of lines that are checked to recognize CoNLL-U. */
  private static final int MAX_LINES = 500;

  /** Beginning of the line with a sentence's first token in CoNLL-U. */
  private static final String FIRST_NUMBER = "1\t";

  /** Number of JSON tokens after the first two that must be well-formed, too. */
  private static final int MIN_JSON_TOKENS = 2;

  /** JSON tokens that may begin the first element of an array. */
  private static final Set<JsonToken> ELEMENT_STARTS =
      EnumSet.of(JsonToken.START_OBJECT, JsonToken.START_ARRAY, JsonToken.VALUE_STRING);

  /** A test of the beginning of a file, and the kind of the files that pass it. */
  private record Signature(Predicate<String> test, FileKind kind) {
    /**
     * Returns the signature of a binary file.
     *
     * @param start regular expression for the first bytes, decoded as ISO 8859-1
     */
    static Signature ofBytes(String start, String description, String cure) {
      return ofText(Pattern.compile(start, Pattern.DOTALL), description, cure);
    }

    /** Returns the signature of texts whose beginning matches a pattern. */
    static Signature ofText(Pattern start, String description, String cure) {
      return ofText(head -> start.matcher(head).lookingAt(), description, cure);
    }

    /** Returns the signature of texts whose beginning passes a test. */
    static Signature ofText(Predicate<String> test, String description, String cure) {
      return new Signature(test, new FileKind(description, cure));
    }
  }

  /** Signatures of files that are not text; the first match decides. */
  private static final List<Signature> BINARY =
      List.of(
          Signature.ofBytes("%PDF-", "a PDF", "extract its text first, for example with pdftotext"),
          Signature.ofBytes(
              "\u001f\u008b|\u00fd7zXZ|BZh\\d1A|\\(\u00b5/\u00fd",
              "compressed",
              UNPACK + "gunzip or unxz"),
          Signature.ofBytes(
              "PK\u0003\u0004.*(?:\\[Content_Types\\]\\.xml|(?:word|xl|ppt)/)",
              "an office document (docx, xlsx or pptx)",
              AS_TEXT),
          Signature.ofBytes(
              "PK\u0003\u0004.{26}mimetypeapplication/vnd\\.oasis",
              "an office document (odt or ods)",
              AS_TEXT),
          Signature.ofBytes(
              "PK[\u0003\u0005\u0007]",
              "a zip archive, or an office document such as docx or odt",
              UNPACK + "unzip; save office documents as plain text"),
          Signature.ofBytes("\u00d0\u00cf\u0011\u00e0", "an office document (doc or xls)", AS_TEXT),
          Signature.ofBytes("\\{\\\\rtf", "an office document (RTF)", AS_TEXT),
          Signature.ofBytes("7z\u00bc\u00af", "an archive of 7-Zip", UNPACK + "7z x"),
          Signature.ofBytes("Rar!", "a RAR archive", UNPACK + "unrar"),
          Signature.ofBytes(".{257}ustar", "a tar archive", UNPACK + "tar xf"));

  private static final Pattern XML = Pattern.compile("<(\\?xml version=|xmi:XMI )");
  private static final Pattern HTML =
      Pattern.compile("<(!DOCTYPE html|html)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern WEBANNO =
      Pattern.compile("#FORMAT=WebAnno TSV|(?s).*?^\\d+-\\d+\t\\d+-\\d+\t", Pattern.MULTILINE);
  private static final Pattern BRAT =
      Pattern.compile("T\\d+\t\\S+ \\d+ \\d+(?:;\\d+ \\d+)*\t", Pattern.MULTILINE);
  private static final Pattern NAME_SAMPLES =
      Pattern.compile("[^\n]*<START(?::\\S+)?> [^\n]*<END>");

  /** Signatures of texts without columns of tokens; the first match decides. */
  private static final List<Signature> WITHOUT_COLUMNS =
      List.of(
          Signature.ofText(
              FileKind::isJson,
              "JSON, without columns",
              "use --format jsonl for texts with spans, or --format jsoncas for UIMA"
                  + " documents; convert other JSON to one token per line"),
          Signature.ofText(XML, "XML, without columns", "for UIMA documents, use --format xmi"),
          Signature.ofText(
              HTML, "a web page, without columns", "use a file with one token per line"),
          Signature.ofText(WEBANNO, "WebAnno TSV", "use --format webanno"),
          Signature.ofText(
              BRAT,
              "a file of brat's annotations, without columns",
              "use --format brat, and specify the folder that contains the texts and this file"),
          Signature.ofText(
              NAME_SAMPLES,
              "OpenNLP's format of name samples, without columns",
              "convert it to one token per line with its label, such as B-person"));

  /**
   * Returns the kind of a binary file, or empty if the file may be text.
   *
   * @param head the first bytes of the file
   */
  static Optional<FileKind> ofBinary(byte[] head) {
    return first(BINARY, new String(head, StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns the kind of a text without columns of tokens, or empty if the text may have columns.
   *
   * @param head the first lines of the text
   */
  static Optional<FileKind> withoutColumns(String head) {
    return first(WITHOUT_COLUMNS, head.stripLeading());
  }

  private static Optional<FileKind> first(List<Signature> signatures, String head) {
    for (Signature signature : signatures) {
      if (signature.test().test(head)) {
        return Optional.of(signature.kind());
      }
    }
    return Optional.empty();
  }

  /** Returns whether a text is CoNLL-U, judging by its first lines. */
  public static boolean isConllu(String text) {
    List<String> lines = text.lines().limit(MAX_LINES).toList();
    return lines.stream().anyMatch(line -> line.startsWith(FIRST_NUMBER))
        && new ColumnPreview(lines).isConllu();
  }

  /**
   * Returns whether a text begins with a JSON object, or with a JSON array of objects, arrays or
   * strings. An opening bracket alone is not enough, because it may be a token of a corpus.
   */
  static boolean isJson(String text) {
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return false;
    }
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      JsonToken first = parser.nextToken();
      JsonToken second = parser.nextToken();
      // The parser throws an exception if the text goes on with something other than JSON.
      for (int i = 0; i < MIN_JSON_TOKENS; i++) {
        parser.nextToken();
      }

      if (first == JsonToken.START_OBJECT) {
        return second == JsonToken.FIELD_NAME;
      }
      return ELEMENT_STARTS.contains(second);
    } catch (IOException e) {
      return false;
    }
  }
}
