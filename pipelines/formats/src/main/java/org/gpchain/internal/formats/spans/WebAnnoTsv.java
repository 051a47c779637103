package org.gpchain.internal.formats.spans;

import static org.gpchain.core.text.Numbers.format;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.TextLines;

/**
 * Reads a file in WebAnno TSV 3, the export format of WebAnno and INCEpTION. Layers of spans are
 * read; relations, chains and links are not.
 */
final class WebAnnoTsv {
  private static final String FORMAT = "#FORMAT=WebAnno TSV 3";
  private static final String TEXT = "#Text=";

  /** A layer in the header: kind, type and features. */
  private static final Pattern LAYER = Pattern.compile("#T_(SP|CH|RL)=([^|]+)\\|?(.*)");

  /** Sentence and token number, number of a part of the token, and offsets. */
  private static final Pattern POSITION =
      Pattern.compile("(\\d+)-(\\d+)(\\.\\d+)?\\t(\\d+)-(\\d+)");

  /** Number of an annotation that has several lines or shares a line with others. */
  private static final Pattern NUMBER = Pattern.compile("\\[(\\d+)]$");

  private static final Pattern ESCAPE = Pattern.compile("\\\\(->|.)");

  /** Cell of a line without annotation. */
  private static final String NONE = "_";

  /** Cell of an annotation without value. */
  private static final String NO_VALUE = "*";

  private static final String CURE = "export the document again as WebAnno TSV v3.3";

  /** Number of cells before the cells of the layers: position, offsets and text. */
  private static final int CELLS_BEFORE = 3;

  private final Path file;
  private final ReadingNotes notes;
  private final List<WebAnnoLayer> layers = new ArrayList<>();
  private final List<TextRange> tokens = new ArrayList<>();
  private final List<TextRange> sentences = new ArrayList<>();

  /** Annotations by layer and number, or by layer and line, in the order of their lines. */
  private final Map<String, Annotation> annotations = new LinkedHashMap<>();

  /** Text of the document so far. */
  private final StringBuilder text = new StringBuilder();

  /** Text of the current sentence; null between sentences. */
  private StringBuilder sentence;

  /** Offset of the current sentence; -1 before its first token. */
  private int sentenceBegin;

  private int line;

  /** An annotation, whose range grows with its lines. */
  private static final class Annotation {
    private final WebAnnoLayer layer;
    private final Map<String, String> features = new HashMap<>();
    private int begin = Integer.MAX_VALUE;
    private int end;

    Annotation(WebAnnoLayer layer) {
      this.layer = layer;
    }
  }

  /**
   * Creates a reader.
   *
   * @param file name of the file in messages
   */
  WebAnnoTsv(Path file, ReadingNotes notes) {
    this.file = file;
    this.notes = notes;
  }

  /**
   * Reads the header of a file.
   *
   * @param in content of the file; closed
   * @return the types of the layers of spans, with their features
   * @throws InputException if the file is not in this format
   */
  Map<String, List<String>> readHeader(InputStream in) throws IOException {
    try (TextLines lines = new TextLines(file, in, StandardCharsets.UTF_8)) {
      checkFormat(lines.next());
      String next = lines.next();
      while (next != null && !next.startsWith(TEXT)) {
        line = lines.line();
        read(next);
        next = lines.next();
      }
    }
    return types();
  }

  private Map<String, List<String>> types() {
    Map<String, List<String>> types = new TreeMap<>();
    for (WebAnnoLayer layer : layers) {
      if (layer.isOfSpans()) {
        types.put(layer.type(), layer.values());
      }
    }
    return types;
  }

  private void checkFormat(String first) throws InputException {
    line = 1;
    if (first == null || !first.startsWith(FORMAT)) {
      throw problem("this is not WebAnno TSV 3, which begins with " + FORMAT + ".3", CURE);
    }
  }

  /**
   * Reads a file.
   *
   * @param in content of the file; closed
   * @throws InputException if the file is not in this format or is damaged
   */
  SpanDocument read(InputStream in) throws IOException {
    try (TextLines lines = new TextLines(file, in, StandardCharsets.UTF_8)) {
      checkFormat(lines.next());
      for (String next = lines.next(); next != null; next = lines.next()) {
        line = lines.line();
        read(next);
      }
    }
    endSentence();

    List<TypedSpan> spans = new ArrayList<>();
    for (Annotation annotation : annotations.values()) {
      TextRange range = new TextRange(annotation.begin, annotation.end);
      spans.add(new TypedSpan(range, annotation.layer.type(), annotation.features));
    }
    return new SpanDocument(file, text.toString(), tokens, sentences, spans, types(), true);
  }

  private InputException problem(String problem, String cure) {
    return new InputException(file, line, problem, cure);
  }

  /** Reads a line. */
  private void read(String next) throws InputException {
    Matcher position = POSITION.matcher(next);
    Matcher layer = LAYER.matcher(next);
    if (position.lookingAt()) {
      addToken(next, position);
    } else if (layer.matches()) {
      addLayer(layer.group(1), layer.group(2), layer.group(3));
    } else if (next.startsWith(TEXT)) {
      addText(unescaped(next.substring(TEXT.length())));
    } else if (next.isBlank()) {
      endSentence();
    } else if (!next.startsWith("#")) {
      throw problem("this is not a line of WebAnno TSV: " + RawSpan.quoted(next), CURE);
    }
  }

  private void addLayer(String kind, String type, String features) {
    int firstColumn = CELLS_BEFORE;
    if (!layers.isEmpty()) {
      WebAnnoLayer last = layers.get(layers.size() - 1);
      firstColumn = last.firstColumn() + last.columnCount();
    }
    List<String> names = List.of();
    if (!features.isEmpty()) {
      names = List.of(features.split("\\|", -1));
    }
    layers.add(new WebAnnoLayer(kind.equals("SP"), type.strip(), names, firstColumn));
  }

  // Sentences and tokens

  /** Begins a sentence, or adds a line to the text of a sentence. */
  private void addText(String lineOfText) {
    if (sentence != null && sentenceBegin < 0) {
      sentence.append('\n').append(lineOfText);
    } else {
      endSentence();
      sentence = new StringBuilder(lineOfText);
      sentenceBegin = -1;
    }
  }

  /** Adds a token, or a part of a token, with its annotations. */
  private void addToken(String next, Matcher position) throws InputException {
    if (sentence == null) {
      throw problem("there is no " + TEXT + " before this token", CURE);
    }
    TextRange range = range(position);
    if (sentenceBegin < 0) {
      beginSentence(range.begin());
    }

    String[] cells = next.split("\t", -1);
    int expected = CELLS_BEFORE;
    for (WebAnnoLayer layer : layers) {
      expected += layer.columnCount();
    }
    if (cells.length < expected) {
      throw problem(
          format(
              "this line has %s cells, the layers in the header need %s", cells.length, expected),
          CURE);
    }

    checkForm(range, unescaped(cells[CELLS_BEFORE - 1]));
    if (position.group(3) == null) {
      tokens.add(range);
    }
    for (int l = 0; l < layers.size(); l++) {
      addAnnotations(l, range, cells);
    }
  }

  /** Returns the offsets of a token. */
  private TextRange range(Matcher position) throws InputException {
    TextRange range;
    try {
      int begin = Integer.parseInt(position.group(4));
      int end = Integer.parseInt(position.group(5));
      range = new TextRange(begin, end);
    } catch (NumberFormatException e) {
      throw new InputException(file, line, "an offset is too large; " + CURE, e);
    }
    if (range.begin() > range.end()) {
      throw problem("the token ends before it begins", CURE);
    }
    return range;
  }

  /** Appends the text of a sentence at its offset, preceded by spaces and a line end. */
  private void beginSentence(int begin) throws InputException {
    if (begin < text.length()) {
      throw problem(
          format("this sentence begins at %s, before the end of the last one", begin), CURE);
    }
    if (begin - text.length() > Math.max(1 << 20, 2 * text.length())) {
      throw problem(
          format("this sentence begins at %s, far after the end of the last one", begin), CURE);
    }
    while (text.length() < begin) {
      text.append(text.length() == begin - 1 && begin > 1 ? '\n' : ' ');
    }
    sentenceBegin = begin;
    text.append(sentence);
  }

  /** Checks that the text of a token is the text at its offsets. */
  private void checkForm(TextRange range, String form) throws InputException {
    String cure =
        "correct the offsets, which count UTF-16 units from the beginning of the document; or "
            + CURE;
    if (range.begin() < sentenceBegin || range.end() > text.length()) {
      throw problem(format("the token '%s' is outside of its sentence", form), cure);
    }
    String covered = text.substring(range.begin(), range.end());
    if (!covered.equals(form)) {
      throw problem(
          format("the token '%s' covers '%s' in the sentence's text", form, covered), cure);
    }
  }

  private void endSentence() {
    if (sentence != null && sentenceBegin >= 0) {
      sentences.add(new TextRange(sentenceBegin, text.length()));
    }
    sentence = null;
  }

  // Annotations

  /** Adds the cells of a layer to its annotations. */
  private void addAnnotations(int number, TextRange range, String[] cells) {
    WebAnnoLayer layer = layers.get(number);
    for (int column = 0; column < layer.columnCount(); column++) {
      String cell = cells[layer.firstColumn() + column];
      if (cell.equals(NONE) || cell.isEmpty()) {
        continue;
      }
      if (!layer.isOfSpans()) {
        notes.add(
            "relations and chains of WebAnno TSV are not read",
            layer.type() + " in " + InputException.place(file, line));
        return;
      }
      String feature = layer.features().isEmpty() ? "" : layer.features().get(column);
      for (String value : values(cell)) {
        addValue(number, range, feature, value);
      }
    }
  }

  /**
   * Adds a token with a value to an annotation.
   *
   * @param cell value, with the number of the annotation if it has one
   */
  private void addValue(int layerNumber, TextRange range, String feature, String cell) {
    WebAnnoLayer layer = layers.get(layerNumber);
    Matcher number = NUMBER.matcher(cell);
    String value = cell;
    String key = layerNumber + " in line " + line;
    if (number.find() && !isEscaped(cell, number.start())) {
      value = cell.substring(0, number.start());
      key = layerNumber + " " + number.group(1);
    }

    Annotation annotation = annotations.computeIfAbsent(key, same -> new Annotation(layer));
    annotation.begin = Math.min(annotation.begin, range.begin());
    annotation.end = Math.max(annotation.end, range.end());
    if (layer.values().contains(feature) && !value.equals(NO_VALUE)) {
      annotation.features.put(feature, unescaped(value));
    }
  }

  /** Returns whether an odd number of backslashes precedes a character. */
  private static boolean isEscaped(String cell, int place) {
    int slashes = 0;
    while (place - slashes > 0 && cell.charAt(place - slashes - 1) == '\\') {
      slashes++;
    }
    return slashes % 2 == 1;
  }

  /** Splits a cell at bars that are not escaped. */
  private static List<String> values(String cell) {
    List<String> values = new ArrayList<>();
    int begin = 0;
    for (int i = 0; i < cell.length(); i++) {
      if (cell.charAt(i) == '\\') {
        i++;
      } else if (cell.charAt(i) == '|') {
        values.add(cell.substring(begin, i));
        begin = i + 1;
      }
    }
    values.add(cell.substring(begin));
    return values;
  }

  private static String unescaped(String cell) {
    return ESCAPE.matcher(cell).replaceAll(WebAnnoTsv::replacement);
  }

  /** Returns the replacement of an escape sequence. */
  private static String replacement(MatchResult escape) {
    return switch (escape.group(1)) {
      case "n" -> "\n";
      case "r" -> "\r";
      case "t" -> "\t";
      case "f" -> "\f";
      case "b" -> "\b";
      default -> Matcher.quoteReplacement(escape.group(1));
    };
  }
}
