package org.gpchain.internal.corpora.voices;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.gpchain.core.decode.Prediction;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.features.AnnotationColumn;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.words.Lexicon;
import org.gpchain.core.words.NameKinds;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.corpora.BadLines;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.corpora.TextLines;
import org.gpchain.internal.corpora.words.WordFiles;
import org.gpchain.internal.training.voices.VoiceLabels;
import org.gpchain.internal.training.voices.Votes;

/**
 * A file of voices. Each line is one: its kind, what it says, and where it has it from, separated
 * by white space; lines that begin with # are comments. Files are looked for beside this one.
 *
 * <pre>{@code
 * list    LOC             cities.txt
 * regex   PER             (?:Mr|Mrs)\. (\p{Lu}\w+)
 * regex   O               (?<!\S)[a-z]+(?!\S)
 * names   first=PER       names-en
 * model   person=PER      other.gpchain
 * type    person=PER      my.project.Person/kind
 * column  *               rules
 * }</pre>
 *
 * <p>Lists, expressions, names and annotations say nothing of other tokens; models say that these
 * are outside, and so does the label O in a column. Types that are not listed say nothing; * leaves
 * types as they are, and a single type stands for all.
 */
public final class VoicesFile {
  private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S.*)");
  private static final List<String> KINDS =
      List.of("column", "list", "model", "names", "regex", "type");

  private final Path file;
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final List<Voice> voices = new ArrayList<>();
  private final List<AnnotationColumn> annotations = new ArrayList<>();
  private final Set<String> columns = new TreeSet<>(List.of(TokenSequence.WORD));
  private final List<String> notes = new ArrayList<>();
  private final Workspace workspace = new Workspace();

  /** Something that labels tokens, rightly or not. */
  @FunctionalInterface
  private interface Voice {
    /**
     * A label in the scheme IOB2 for each token, with its probability, 1 if it knows none; null for
     * nothing.
     */
    List<WeightedValue> say(TokenSequence sentence) throws InputException;
  }

  /** A line of a file. */
  record Place(Path file, int line) {
    InputException problem(String problem, String cure) {
      return new InputException(file, line, problem, cure);
    }
  }

  private VoicesFile(Path file) {
    this.file = file;
  }

  /**
   * Reads the voices, and what they know.
   *
   * @throws InputException if a line is none, if what it names cannot be used, or there is none
   */
  public static VoicesFile read(Path file) throws IOException {
    return read(file, false);
  }

  /**
   * Reads the voices, and what they know.
   *
   * @param skipsBadLines whether voices that cannot be used are left out
   * @throws InputException if a line is no voice, or names what cannot be used, and is not to be
   *     left out; or if there is no voice
   */
  public static VoicesFile read(Path file, boolean skipsBadLines) throws IOException {
    VoicesFile voices = new VoicesFile(file);
    BadLines bad = new BadLines(file, skipsBadLines);
    TextLines.forEach(
        file,
        StandardCharsets.UTF_8,
        (number, line) -> {
          if (!line.isBlank() && !line.strip().startsWith("#")) {
            bad.read(number, () -> voices.add(line.strip(), new Place(file, number)));
          }
        });
    bad.check();
    bad.note().ifPresent(voices.notes::add);
    if (voices.voices.isEmpty()) {
      throw new InputException(
          file, "there is no voice in this file", "give one a line, such as: list PER names.txt");
    }
    return voices;
  }

  /** Returns what was left out of the voices and their lists, one line for each kind. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** The columns of sentences that are read, those of annotations among them. */
  public List<String> columns() {
    return List.copyOf(columns);
  }

  /** The columns that documents have as annotations. */
  public List<AnnotationColumn> annotations() {
    return annotations;
  }

  /**
   * @param sentences whose annotation may be complete, or missing
   * @return what they say of them, with the columns that all have, but without annotations that
   *     voices alone read
   * @throws InputException if a voice cannot say anything, with its place in this file, or if
   *     nobody names a type of segments, or one that no model may have
   */
  public Votes ask(List<LabeledSequence> sentences) throws InputException {
    Votes votes = new Votes(List.copyOf(places.keySet()));
    List<String> shared =
        sentences.stream()
            .flatMap(sentence -> sentence.tokens().writtenNames().stream())
            .distinct()
            .filter(name -> sentences.stream().allMatch(one -> one.tokens().has(name)))
            .filter(name -> !AnnotationColumn.names(annotations).contains(name))
            .toList();
    for (LabeledSequence sentence : sentences) {
      List<List<WeightedValue>> said = new ArrayList<>();
      for (Voice voice : voices) {
        said.add(voice.say(sentence.tokens()));
      }
      List<List<String>> cells = shared.stream().map(sentence.tokens()::column).toList();
      votes.add(sentence.withTokens(new TokenSequence(shared, cells)), said);
    }
    if (votes.labels().size() == 1) {
      Place first = places.values().iterator().next();
      throw first.problem("no voice knows a type of segments in this text", "give one that does");
    }
    try {
      LabelSet.of(votes.labels());
      if (String.join("", votes.labels()).matches(".*[|=].*")) {
        throw new IllegalArgumentException("a type of a voice has | or =");
      }
    } catch (IllegalArgumentException e) {
      throw new InputException(file, 0, e.getMessage() + "; name types otherwise, FROM=TO", e);
    }
    return votes;
  }

  private void add(String line, Place place) throws IOException {
    var parts = LINE.matcher(line);
    if (!parts.matches() || !KINDS.contains(parts.group(1))) {
      throw place.problem(
          "'" + line + "' is no voice",
          "write KIND LABEL SOURCE, where KIND is one of " + String.join(", ", KINDS));
    }
    String kind = parts.group(1);
    String source = parts.group(3);
    VoiceLabels labels = labels(kind, parts.group(2), source, place);
    String name = kind + " " + source + (kind.equals("regex") ? " " + parts.group(2) : "");
    switch (kind) {
      case "list" -> add(name, place, list(labels, source));
      case "regex" -> add(name, place, expression(labels, source, place));
      case "names" -> addNames(labels, source, place);
      case "model" -> add(name, place, model(labels, source, place));
      case "type" -> add(name, place, annotations(labels, source, place));
      default -> add(name, place, column(labels, source, place, source, true));
    }
  }

  /**
   * What a voice calls its labels; lists, expressions and annotations have no types of their own.
   */
  private static VoiceLabels labels(String kind, String text, String source, Place place)
      throws InputException {
    try {
      return VoiceLabels.parse(
          text, kind.equals("type") ? source.contains("/") : !kind.matches("list|regex"));
    } catch (IllegalArgumentException e) {
      String[] parts = e.getMessage().split("; ", 2);
      throw place.problem(parts[0], parts[1]);
    }
  }

  private void add(String name, Place place, Voice voice) throws InputException {
    Place other = places.putIfAbsent(name, place);
    if (other != null) {
      throw place.problem("'" + name + "' is a voice already, in line " + other.line, "remove one");
    }
    voices.add(voice);
  }

  /** A file beside this one, or the name of something that is shipped. */
  private Path beside(String source) {
    Path beside = file.resolveSibling(source);
    return Files.exists(beside) ? beside : Path.of(source);
  }

  private Voice list(VoiceLabels labels, String source) throws IOException {
    Lexicon lexicon =
        WordFiles.readLexicon(beside(source), false, StandardCharsets.UTF_8, notes::add);
    return sentence -> labels.said(lexicon.mark(sentence.column(TokenSequence.WORD)), false);
  }

  private static Voice expression(VoiceLabels labels, String source, Place place)
      throws InputException {
    try {
      ExpressionVoice expression =
          new ExpressionVoice(Pattern.compile(source, Pattern.UNICODE_CHARACTER_CLASS), place);
      return sentence -> labels.said(expression.mark(sentence.column(TokenSequence.WORD)), false);
    } catch (PatternSyntaxException e) {
      throw place.problem(
          "this is no regular expression: " + e.getDescription() + " at character " + e.getIndex(),
          "see the class Pattern of Java for their syntax");
    }
  }

  private void addNames(VoiceLabels labels, String source, Place place) throws IOException {
    WordResource names = WordFiles.read(beside(source));
    for (Map.Entry<String, String> kind : labels.map().entrySet()) {
      String column = NameKinds.COLUMN + kind.getKey();
      if (!names.nameColumns().contains(column)) {
        throw place.problem(
            source + " has no kind of names '" + kind.getKey() + "'",
            "it has "
                + String.join(", ", names.names() == null ? List.of() : names.names().kinds()));
      }
      WordResource resource = names.only(List.of(column));
      VoiceLabels only = new VoiceLabels(Map.of(VoiceLabels.ALL, kind.getValue()));
      add(
          "names " + source + " " + kind.getKey(),
          place,
          sentence -> {
            TokenSequence words = TokenSequence.ofWords(sentence.column(TokenSequence.WORD));
            return only.said(resource.addTo(words, workspace).column(column), false);
          });
    }
  }

  private Voice model(VoiceLabels labels, String source, Place place) throws IOException {
    Model model = ModelLocation.of(beside(source)).load();
    Tagger tagger = model.tagger();
    columns.addAll(model.requiredColumns());
    Set<String> known = tagger.codec().types(model.labels());
    for (String type : labels.map().keySet()) {
      if (!type.equals(VoiceLabels.ALL) && !known.contains(type)) {
        throw place.problem("this model has no type '" + type + "'", "it has " + known);
      }
    }
    int outside = model.labels().indexOf(SpanCodec.OUTSIDE);
    return sentence -> said(tagger.tag(sentence, workspace), outside, labels);
  }

  /** What a model says: of tokens in no segment, that they are outside. */
  private static List<WeightedValue> said(Prediction found, int outside, VoiceLabels labels) {
    List<WeightedValue> said = new ArrayList<>();
    for (int t = 0; t < found.length(); t++) {
      double p = outside < 0 ? 0 : Math.min(1, found.marginal(t, outside));
      said.add(p > 0 ? new WeightedValue(SpanCodec.OUTSIDE, p) : null);
    }
    for (ScoredSpan scored : found.spans()) {
      Span span = scored.span();
      for (int t = span.start(); t < span.end(); t++) {
        String label = labels.of((t == span.start() ? "B-" : "I-") + span.type());
        double p = Math.max(Double.MIN_NORMAL, Math.min(1, scored.probability()));
        said.set(t, label == null ? null : new WeightedValue(label, p));
      }
    }
    return said;
  }

  private Voice annotations(VoiceLabels labels, String source, Place place) throws InputException {
    String name = "voice" + (places.size() + 1);
    try {
      annotations.addAll(AnnotationColumn.parse(List.of(name + "=" + source), columns));
    } catch (IllegalArgumentException e) {
      throw place.problem(e.getMessage(), "give the full name of an annotation type");
    }
    return column(labels, source, place, name, false);
  }

  /** A voice that reads labels of segments in a column. */
  private Voice column(
      VoiceLabels labels, String source, Place place, String column, boolean saysOutside) {
    columns.add(column);
    return sentence -> {
      if (!sentence.has(column)) {
        throw place.problem("there is no column '" + source + "'", "name it with --columns");
      }
      return labels.said(sentence.column(column), saysOutside);
    };
  }
}
