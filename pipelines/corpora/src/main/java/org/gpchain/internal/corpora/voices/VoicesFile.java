package org.gpchain.internal.corpora.voices;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
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
 * A file of voices, which are sources of labels, such as word lists, expressions and models. Each
 * line is a voice with three fields, separated by white space: its kind, its label or a translation
 * of its labels, and its source. Lines that begin with # are comments. Paths of source files are
 * relative to the folder of this file.
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
 * <p>Lists, expressions, names and annotations abstain for tokens that are not in their segments.
 * Models label these tokens as outside, and so does the label O in a column. A voice abstains for
 * types that its translation does not list. The translation * keeps all types, and a single type
 * replaces all types.
 */
public final class VoicesFile {
  private static final Pattern LINE = Pattern.compile("(\\S+)\\s+(\\S+)\\s+(\\S.*)");
  private static final List<String> KINDS =
      List.of("column", "list", "model", "names", "regex", "type");

  private final Path file;

  /** Places of the voices by their names, in the order of the voices. */
  private final Map<String, Place> places = new LinkedHashMap<>();

  private final List<Voice> voices = new ArrayList<>();
  private final List<AnnotationColumn> annotations = new ArrayList<>();
  private final Set<String> columns = new TreeSet<>(List.of(TokenSequence.WORD));
  private final List<String> notes = new ArrayList<>();
  private final Workspace workspace = new Workspace();

  /** A source of labels that may be wrong. */
  @FunctionalInterface
  private interface Voice {
    /**
     * Labels the tokens of a sentence.
     *
     * @return a label in the scheme IOB2 for each token, {@code [tokens]}, with its probability,
     *     which is 1 if the voice has none; null where the voice abstains
     */
    List<WeightedValue> say(TokenSequence sentence) throws InputException;
  }

  /**
   * A line of a file.
   *
   * @param line line number, from 1
   */
  record Place(Path file, int line) {
    /** Returns an exception for a problem with this line. */
    InputException problem(String problem, String cure) {
      return new InputException(file, line, problem, cure);
    }
  }

  private VoicesFile(Path file) {
    this.file = file;
  }

  /**
   * Reads a file of voices and their sources.
   *
   * @throws InputException if a line is not a voice, the source of a voice cannot be used, or there
   *     is no voice
   */
  public static VoicesFile read(Path file) throws IOException {
    return read(file, false);
  }

  /**
   * Reads a file of voices and their sources.
   *
   * @param skipsBadLines whether to skip lines that are not voices, and voices whose source cannot
   *     be used
   * @throws InputException if there is such a line and it is not skipped, or if there is no voice
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
          file,
          "there is no voice in this file",
          "add one per line, for example: list PER names.txt");
    }
    return voices;
  }

  /**
   * Returns notes on lines of this file and of its lists that were left out, one for each reason.
   */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  /** Returns the columns that the voices read, including those of annotations. */
  public List<String> columns() {
    return List.copyOf(columns);
  }

  /** Returns the columns that the voices read from annotations of documents. */
  public List<AnnotationColumn> annotations() {
    return annotations;
  }

  /**
   * Lets all voices label sentences.
   *
   * @param sentences sentences with complete annotation or without annotation
   * @return the labels of all voices, and the sentences with the columns that all of them have,
   *     except the columns of annotations
   * @throws InputException if a voice fails, with its line in this file; if the voices give no type
   *     of segments; or if they give a type that no model may have
   */
  public Votes label(List<LabeledSequence> sentences) throws InputException {
    try {
      return votes(sentences);
    } catch (FailedVoice e) {
      throw e.problem;
    }
  }

  /**
   * Lets all voices label sentences. A voice that fails, such as an expression that exceeds its
   * time limit, is left out of this and of all later calls. Not thread-safe.
   *
   * @param sentences sentences with complete annotation or without annotation
   * @param leftOut receives the place of each voice that is left out from now on. The reason is not
   *     given, because it may quote a sentence.
   * @return the labels of the remaining voices, as {@link #label} returns them
   * @throws InputException if no voice remains, if the voices give no type of segments, or if they
   *     give a type that no model may have
   */
  public Votes labelWithoutFailing(List<LabeledSequence> sentences, Consumer<String> leftOut)
      throws InputException {
    while (!voices.isEmpty()) {
      try {
        return votes(sentences);
      } catch (FailedVoice e) {
        String name = List.copyOf(places.keySet()).get(e.voice);
        Place place = places.remove(name);
        voices.remove(e.voice);
        leftOut.accept(InputException.place(place.file, place.line));
      }
    }
    throw new InputException(file, "all voices have failed", "replace them");
  }

  /** An exception for a voice that cannot label a sentence. */
  private static final class FailedVoice extends Exception {
    private static final long serialVersionUID = 1L;

    private final int voice;
    private final InputException problem;

    /**
     * Creates an exception.
     *
     * @param voice index of the voice
     */
    FailedVoice(int voice, InputException problem) {
      super(problem);
      this.voice = voice;
      this.problem = problem;
    }
  }

  private Votes votes(List<LabeledSequence> sentences) throws InputException, FailedVoice {
    Votes votes = new Votes(List.copyOf(places.keySet()));
    List<String> shared = sharedColumns(sentences);
    for (LabeledSequence sentence : sentences) {
      List<List<WeightedValue>> labels = new ArrayList<>();
      for (int v = 0; v < voices.size(); v++) {
        try {
          labels.add(voices.get(v).say(sentence.tokens()));
        } catch (InputException e) {
          throw new FailedVoice(v, e);
        }
      }
      List<List<String>> cells = shared.stream().map(sentence.tokens()::column).toList();
      votes.add(sentence.withTokens(new TokenSequence(shared, cells)), labels);
    }

    if (votes.labels().size() == 1) {
      Place first = places.values().iterator().next();
      throw first.problem("no voice labels a segment in this text", "add a voice that does");
    }

    try {
      LabelSet.of(votes.labels());
      if (String.join("", votes.labels()).matches(".*[|=].*")) {
        throw new IllegalArgumentException("a type of a voice has | or =");
      }
    } catch (IllegalArgumentException e) {
      throw new InputException(file, 0, e.getMessage() + "; rename the type with FROM=TO", e);
    }
    return votes;
  }

  /** Returns the columns that all sentences have, except the columns of annotations. */
  private List<String> sharedColumns(List<LabeledSequence> sentences) {
    Set<String> names = new LinkedHashSet<>();
    for (LabeledSequence sentence : sentences) {
      names.addAll(sentence.tokens().writtenNames());
    }
    names.removeAll(AnnotationColumn.names(annotations));

    List<String> shared = new ArrayList<>();
    for (String name : names) {
      if (sentences.stream().allMatch(sentence -> sentence.tokens().has(name))) {
        shared.add(name);
      }
    }
    return shared;
  }

  /** Adds the voice of a line. */
  private void add(String line, Place place) throws IOException {
    Matcher parts = LINE.matcher(line);
    if (!parts.matches() || !KINDS.contains(parts.group(1))) {
      throw place.problem(
          "'" + line + "' is not a voice",
          "write KIND LABEL SOURCE, where KIND is one of " + String.join(", ", KINDS));
    }
    String kind = parts.group(1);
    String source = parts.group(3);
    VoiceLabels labels = labels(kind, parts.group(2), source, place);
    String name = kind + " " + source;
    if (kind.equals("regex")) {
      name += " " + parts.group(2);
    }

    switch (kind) {
      case "list" -> add(name, place, list(labels, source));
      case "regex" -> add(name, place, expression(labels, source, place));
      case "names" -> addNames(labels, source, place);
      case "model" -> add(name, place, model(labels, source, place));
      case "type" -> add(name, place, annotations(labels, source, place));
      default -> add(name, place, column(labels, source, place, source, true));
    }
  }

  /** Parses the second field of a line: the label of a voice, or the translation of its labels. */
  private static VoiceLabels labels(String kind, String text, String source, Place place)
      throws InputException {
    boolean hasTypes =
        switch (kind) {
          case "list", "regex" -> false;
          case "type" -> source.contains("/");
          default -> true;
        };
    try {
      return VoiceLabels.parse(text, hasTypes);
    } catch (IllegalArgumentException e) {
      String[] parts = e.getMessage().split("; ", 2);
      throw place.problem(parts[0], parts[1]);
    }
  }

  private void add(String name, Place place, Voice voice) throws InputException {
    Place other = places.putIfAbsent(name, place);
    if (other != null) {
      throw place.problem("'" + name + "' is already defined in line " + other.line, "remove one");
    }
    voices.add(voice);
  }

  /** Returns the file next to this one, or else the name of a resource on the class path. */
  private Path beside(String source) {
    Path sibling = file.resolveSibling(source);
    return Files.exists(sibling) ? sibling : Path.of(source);
  }

  private Voice list(VoiceLabels labels, String source) throws IOException {
    Lexicon lexicon =
        WordFiles.readLexicon(beside(source), false, StandardCharsets.UTF_8, notes::add);
    return sentence -> labels.labels(lexicon.mark(sentence.column(TokenSequence.WORD)), false);
  }

  private static Voice expression(VoiceLabels labels, String source, Place place)
      throws InputException {
    try {
      Pattern pattern = Pattern.compile(source, Pattern.UNICODE_CHARACTER_CLASS);
      ExpressionVoice expression = new ExpressionVoice(pattern, place);
      return sentence -> labels.labels(expression.mark(sentence.column(TokenSequence.WORD)), false);
    } catch (PatternSyntaxException e) {
      throw place.problem(
          "this is not a valid regular expression: "
              + e.getDescription()
              + " at character "
              + e.getIndex(),
          "see the Java class java.util.regex.Pattern for the syntax");
    }
  }

  /** Adds a voice for each kind of names in the translation. */
  private void addNames(VoiceLabels labels, String source, Place place) throws IOException {
    WordResource names = WordFiles.read(beside(source));
    for (Map.Entry<String, String> entry : labels.map().entrySet()) {
      String kind = entry.getKey();
      String column = NameKinds.COLUMN + kind;
      if (!names.nameColumns().contains(column)) {
        List<String> kinds = names.names() == null ? List.of() : names.names().kinds();
        throw place.problem(
            source + " has no kind of names '" + kind + "'", "it has " + String.join(", ", kinds));
      }

      WordResource resource = names.only(List.of(column));
      VoiceLabels labelsOfKind = new VoiceLabels(Map.of(VoiceLabels.ALL, entry.getValue()));
      add(
          "names " + source + " " + kind,
          place,
          sentence -> {
            TokenSequence words = TokenSequence.ofWords(sentence.column(TokenSequence.WORD));
            return labelsOfKind.labels(resource.addTo(words, workspace).column(column), false);
          });
    }
  }

  private Voice model(VoiceLabels labels, String source, Place place) throws IOException {
    Model model = ModelLocation.of(beside(source)).load();
    Tagger tagger = model.tagger();
    columns.addAll(model.requiredColumns());

    Set<String> modelTypes = tagger.codec().types(model.labels());
    for (String type : labels.map().keySet()) {
      if (!type.equals(VoiceLabels.ALL) && !modelTypes.contains(type)) {
        throw place.problem("this model has no type '" + type + "'", "it has " + modelTypes);
      }
    }

    int outside = model.labels().indexOf(SpanCodec.OUTSIDE);
    return sentence -> labels(tagger.tag(sentence, workspace), outside, labels);
  }

  /**
   * Returns the labels that a model predicts; tokens in no segment are labelled as outside.
   *
   * @param outside index of the label O in the model; negative if the model does not have it
   */
  private static List<WeightedValue> labels(
      Prediction prediction, int outside, VoiceLabels translation) {
    List<WeightedValue> labels = new ArrayList<>();
    for (int t = 0; t < prediction.length(); t++) {
      double p = outside < 0 ? 0 : Math.min(1, prediction.marginal(t, outside));
      labels.add(p > 0 ? new WeightedValue(SpanCodec.OUTSIDE, p) : null);
    }

    for (ScoredSpan scored : prediction.spans()) {
      Span span = scored.span();
      double p = Math.max(Double.MIN_NORMAL, Math.min(1, scored.probability()));
      for (int t = span.start(); t < span.end(); t++) {
        String prefix = t == span.start() ? "B-" : "I-";
        String label = translation.labelOf(prefix + span.type());
        labels.set(t, label == null ? null : new WeightedValue(label, p));
      }
    }
    return labels;
  }

  private Voice annotations(VoiceLabels labels, String source, Place place) throws InputException {
    String name = "voice" + (places.size() + 1);
    try {
      annotations.addAll(AnnotationColumn.parse(List.of(name + "=" + source), columns));
    } catch (IllegalArgumentException e) {
      throw place.problem(e.getMessage(), "specify the full name of an annotation type");
    }
    return column(labels, source, place, name, false);
  }

  /** Returns a voice that reads labels of segments in a column. */
  private Voice column(
      VoiceLabels labels, String source, Place place, String column, boolean saysOutside) {
    columns.add(column);
    return sentence -> {
      if (!sentence.has(column)) {
        throw place.problem("there is no column '" + source + "'", "specify it with --columns");
      }
      return labels.labels(sentence.column(column), saysOutside);
    };
  }
}
