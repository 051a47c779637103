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
 * A kind of file, recognized by how files of the kind begin.
 *
 * @param description what the file is, such as {@code "a PDF"}
 * @param cure what to do to read it
 */
public record FileKind(String description, String cure) {
  private static final String UNPACK = "unpack it first, for example with ";
  private static final String AS_TEXT = "save it as plain text in UTF-8 first";

  /** Maximum number of lines that show whether a text is CoNLL-U. */
  private static final int MAX_LINES = 500;

  /** How the line of the first token of a sentence begins in CoNLL-U. */
  private static final String FIRST_NUMBER = "1\t";

  /** Number of tokens behind the first two that must be JSON, too. */
  private static final int MIN_JSON_TOKENS = 2;

  private static final Set<JsonToken> IN_ARRAYS =
      EnumSet.of(JsonToken.START_OBJECT, JsonToken.START_ARRAY, JsonToken.VALUE_STRING);

  /** A way to recognize a kind. */
  private record Sign(Predicate<String> begins, FileKind kind) {
    /** A sign in the bytes of a file, which are given as ISO 8859-1. */
    static Sign ofBytes(String start, String description, String cure) {
      Pattern pattern = Pattern.compile(start, Pattern.DOTALL);
      return new Sign(head -> pattern.matcher(head).lookingAt(), new FileKind(description, cure));
    }

    static Sign ofText(Predicate<String> begins, String description, String cure) {
      return new Sign(begins, new FileKind(description, cure));
    }
  }

  /** Files that are not text; the first sign that fits counts. */
  private static final List<Sign> BINARY =
      List.of(
          Sign.ofBytes("%PDF-", "a PDF", "extract its text first, for example with pdftotext"),
          Sign.ofBytes(
              "\u001f\u008b|\u00fd7zXZ|BZh\\d1A|\\(\u00b5/\u00fd",
              "compressed",
              UNPACK + "gunzip or unxz"),
          Sign.ofBytes(
              "PK\u0003\u0004.*(?:\\[Content_Types\\]\\.xml|(?:word|xl|ppt)/)",
              "an office document (docx, xlsx or pptx)",
              AS_TEXT),
          Sign.ofBytes(
              "PK\u0003\u0004.{26}mimetypeapplication/vnd\\.oasis",
              "an office document (odt or ods)",
              AS_TEXT),
          Sign.ofBytes(
              "PK[\u0003\u0005\u0007]",
              "a zip archive, or an office document such as docx or odt",
              UNPACK + "unzip; save office documents as plain text"),
          Sign.ofBytes("\u00d0\u00cf\u0011\u00e0", "an office document (doc or xls)", AS_TEXT),
          Sign.ofBytes("\\{\\\\rtf", "an office document (RTF)", AS_TEXT),
          Sign.ofBytes("7z\u00bc\u00af", "an archive of 7-Zip", UNPACK + "7z x"),
          Sign.ofBytes("Rar!", "a RAR archive", UNPACK + "unrar"),
          Sign.ofBytes(".{257}ustar", "a tar archive", UNPACK + "tar xf"));

  private static final Pattern XML = Pattern.compile("<(\\?xml version=|xmi:XMI )");
  private static final Pattern HTML =
      Pattern.compile("<(!DOCTYPE html|html)\\b", Pattern.CASE_INSENSITIVE);
  private static final Pattern WEBANNO =
      Pattern.compile("#FORMAT=WebAnno TSV|(?s).*?^\\d+-\\d+\t\\d+-\\d+\t", Pattern.MULTILINE);
  private static final Pattern BRAT =
      Pattern.compile("T\\d+\t\\S+ \\d+ \\d+(?:;\\d+ \\d+)*\t", Pattern.MULTILINE);
  private static final Pattern NAME_SAMPLES =
      Pattern.compile("[^\n]*<START(?::\\S+)?> [^\n]*<END>");

  /** Texts that have no columns of tokens. */
  private static final List<Sign> WITHOUT_COLUMNS =
      List.of(
          Sign.ofText(
              FileKind::isJson,
              "JSON, without columns",
              "give --format jsonl for texts with spans, or --format jsoncas for UIMA documents;"
                  + " other JSON must be converted to one token per line"),
          Sign.ofText(
              head -> XML.matcher(head).lookingAt(),
              "XML, without columns",
              "of a UIMA document say --format xmi"),
          Sign.ofText(
              head -> HTML.matcher(head).lookingAt(),
              "a web page, without columns",
              "give a file with one token per line"),
          Sign.ofText(
              head -> WEBANNO.matcher(head).lookingAt(), "WebAnno TSV", "give --format webanno"),
          Sign.ofText(
              head -> BRAT.matcher(head).lookingAt(),
              "a file of brat's annotations, without columns",
              "give --format brat, and the folder with the texts and this file"),
          Sign.ofText(
              head -> NAME_SAMPLES.matcher(head).lookingAt(),
              "OpenNLP's format of name samples, without columns",
              "convert it to one token per line with its label, such as B-person"));

  /**
   * Returns the kind of a file that is not text.
   *
   * @param head the first bytes of the file
   */
  static Optional<FileKind> ofBinary(byte[] head) {
    return first(BINARY, new String(head, StandardCharsets.ISO_8859_1));
  }

  /**
   * Returns the kind of a text that has no columns of tokens.
   *
   * @param head the first lines of the text
   */
  static Optional<FileKind> withoutColumns(String head) {
    return first(WITHOUT_COLUMNS, head.stripLeading());
  }

  private static Optional<FileKind> first(List<Sign> signs, String head) {
    return signs.stream().filter(sign -> sign.begins().test(head)).map(Sign::kind).findFirst();
  }

  /** Returns whether a text is CoNLL-U, as its first lines show. */
  public static boolean isConllu(String text) {
    List<String> lines = text.lines().limit(MAX_LINES).toList();
    return lines.stream().anyMatch(line -> line.startsWith(FIRST_NUMBER))
        && new ColumnPreview(lines).isConllu();
  }

  /**
   * Returns whether a text begins as JSON does: an object, or an array of objects, arrays or
   * strings. A bracket alone may be a token.
   */
  static boolean isJson(String text) {
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return false;
    }
    try (JsonParser parser = new JsonFactory().createParser(text)) {
      boolean isObject = parser.nextToken() == JsonToken.START_OBJECT;
      JsonToken second = parser.nextToken();
      for (int more = 0; more < MIN_JSON_TOKENS; more++) {
        parser.nextToken();
      }
      return isObject ? second == JsonToken.FIELD_NAME : IN_ARRAYS.contains(second);
    } catch (IOException e) {
      return false;
    }
  }
}
