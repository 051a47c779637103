package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * An annotated corpus.
 *
 * @param file where it comes from: a file, or the name of several, such as their directory; the
 *     first one of several
 * @param columns without the label
 * @param notation how the file writes segments as labels
 * @param repairedLabels number of transitions between labels that break the scheme of the notation
 * @param warnings problems that a user should know of, one line each
 * @param notes how the file was read where that was guessed or where something was skipped, one
 *     line each
 */
public record Corpus(
    Path file,
    List<String> columns,
    List<LabeledSequence> sentences,
    List<Place> places,
    LabelNotation notation,
    int repairedLabels,
    List<String> warnings,
    List<String> notes) {
  /**
   * Where a sentence comes from.
   *
   * @param line of its first token, from 1; 0 if the file has no lines to speak of
   * @param document number of its document among those of the file, or of the reader, from 0
   * @param skipped lines without a token that stand between the lines of tokens, in order
   */
  public record Place(Path file, int line, int document, List<Integer> skipped) {
    public Place {
      skipped = List.copyOf(skipped);
    }

    /** A sentence whose tokens follow line by line. */
    public Place(Path file, int line, int document) {
      this(file, line, document, List.of());
    }

    /**
     * A sentence in a file with lines.
     *
     * @param lines the line of each token, {@code [tokens]}, from 1
     */
    static Place ofLines(Path file, int[] lines, int document) {
      int first = lines[0];
      int last = lines[lines.length - 1];
      if (last - first == lines.length - 1) {
        return new Place(file, first, document);
      }
      List<Integer> skipped = new ArrayList<>();
      for (int t = 1; t < lines.length; t++) {
        IntStream.range(lines[t - 1] + 1, lines[t]).forEach(skipped::add);
      }
      return new Place(file, first, document, skipped);
    }

    /** Returns the line of a token, from 1; 0 if the file has no lines. */
    public int lineOf(int token) {
      if (line == 0) {
        return 0;
      }
      int found = line + token;
      for (int without : skipped) {
        found += without <= found ? 1 : 0;
      }
      return found;
    }
  }

  public Corpus {
    columns = List.copyOf(columns);
    places = List.copyOf(places);
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
    if (places.size() != sentences.size() || sentences.isEmpty()) {
      throw new IllegalArgumentException(
          format(
              "a corpus needs sentences and one place for each, had %s and %s",
              sentences.size(), places.size()));
    }
    int[] documents = documents(places);
    List<LabeledSequence> all = sentences;
    sentences =
        IntStream.range(0, documents.length)
            .mapToObj(n -> all.get(n).inDocument(documents[n]))
            .toList();
  }

  /** Returns the scheme of the labels in the file; TOKEN if each token has its own label. */
  public TagScheme scheme() {
    return notation.scheme();
  }

  /**
   * Corpora as one, in their order.
   *
   * @param corpora with the same columns, at least one; the first gives the file of the whole
   * @throws InputException if some have labels of segments and others those of tokens
   */
  public static Corpus join(List<Corpus> corpora) throws InputException {
    Corpus first = corpora.get(0);
    for (Corpus corpus : corpora) {
      corpus.checkGoesWith(first);
    }
    return new Corpus(
        first.file,
        first.columns,
        corpora.stream().flatMap(corpus -> corpus.sentences.stream()).toList(),
        corpora.stream().flatMap(corpus -> corpus.places.stream()).toList(),
        first.notation,
        corpora.stream().mapToInt(Corpus::repairedLabels).sum(),
        corpora.stream().flatMap(corpus -> corpus.warnings.stream()).toList(),
        corpora.stream().flatMap(corpus -> corpus.notes.stream()).toList());
  }

  /**
   * Checks that this corpus and the training corpus both have segments, or both labels of tokens.
   *
   * @throws InputException if not
   */
  public void checkGoesWith(Corpus train) throws InputException {
    if (hasTokenLabels() != train.hasTokenLabels()) {
      throw problem(
          format(
              "the labels of this file have the scheme %s, those of %s %s",
              notation, train.file, train.notation),
          "segments and labels of tokens cannot be learned together");
    }
  }

  /** This corpus with other columns or segments of the same tokens. */
  public Corpus with(List<String> newColumns, List<LabeledSequence> changed) {
    return new Corpus(file, newColumns, changed, places, notation, repairedLabels, warnings, notes);
  }

  /**
   * The sentences with the segments that another column of labels has.
   *
   * @throws InputException if it has labels of tokens, and the corpus segments
   */
  public List<LabeledSequence> labelledBy(String column) throws InputException {
    List<TokenSequence> tokens = sentences.stream().map(LabeledSequence::tokens).toList();
    List<List<String>> labels = tokens.stream().map(one -> one.column(column)).toList();
    LabelNotation own = hasTokenLabels() ? notation : notationLike(labels);
    if ((own.scheme() == TagScheme.TOKEN) != hasTokenLabels()) {
      throw problem(
          "the gold labels of this file write segments, the %s ones do not".formatted(column),
          "fix the labels, or say with --columns where they are");
    }
    return tokens.stream()
        .map(
            one ->
                LabeledSequence.ofLabels(
                    one, own.translate(one.column(column)).labels(), own.scheme()))
        .toList();
  }

  /** Returns the notation of the labels. If they don't show one (O alone), the corpus decides. */
  private LabelNotation notationLike(List<List<String>> labels) {
    LabelNotation detected = LabelNotation.detect(labels);
    return detected.scheme() == TagScheme.TOKEN && notation.has(labels) ? notation : detected;
  }

  private boolean hasTokenLabels() {
    return scheme() == TagScheme.TOKEN;
  }

  /**
   * Checks that labels write segments.
   *
   * @throws InputException if each token has its own label; names the first that is no label of a
   *     segment
   */
  public void checkHasSegments() throws InputException {
    if (!hasTokenLabels()) {
      return;
    }
    String cure =
        "fix it, or say with --columns where the labels of segments are; labels of single tokens,"
            + " such as parts of speech, are learned with --task pos";
    for (int n = 0; n < sentences.size(); n++) {
      for (Span span : sentences.get(n).spans()) {
        List<List<String>> label = List.of(List.of(span.type()));
        if (SpanCodec.detect(label) == TagScheme.TOKEN) {
          String problem =
              "'" + span.type() + "' is not the label of a segment such as B-PER, I-PER or O";
          throw problemAt(n, span.start(), problem, cure);
        }
      }
    }
    throw problem("its labels are those of single tokens, not of segments", cure);
  }

  /**
   * The number of each sentence's document, {@code [sentences]}, from 0; all 0 if files do not say
   * where documents end.
   */
  public int[] documents() {
    return documents(places);
  }

  private static int[] documents(List<Place> places) {
    int[] documents = new int[places.size()];
    for (int n = 1; n < documents.length; n++) {
      Place before = places.get(n - 1);
      Place place = places.get(n);
      boolean same = place.document() == before.document() && place.file().equals(before.file());
      documents[n] = documents[n - 1] + (same ? 0 : 1);
    }
    return documents;
  }

  /** The scheme in which labels of this corpus are shown: TOKEN, or IOB2 whatever the file has. */
  public TagScheme shownScheme() {
    return hasTokenLabels() ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  public long tokenCount() {
    return sentences.stream().mapToLong(LabeledSequence::length).sum();
  }

  /**
   * Checks that there is something to learn from the first sentences, at least 1.
   *
   * @throws InputException if they have only one label
   */
  public void checkLearnable(int count) throws InputException {
    TagScheme shown = shownScheme();
    if (sentences.stream().limit(count).anyMatch(s -> !s.isComplete() && !s.spans().isEmpty())) {
      return;
    }
    List<String> labels =
        sentences.subList(0, count).stream()
            .flatMap(s -> s.labels(shown).stream())
            .distinct()
            .limit(2)
            .toList();
    if (labels.size() < 2) {
      throw problem(
          (count < sentences.size()
                  ? "all tokens of the first " + plural(count, "sentence")
                  : "all tokens of this file")
              + " have the label "
              + labels.get(0)
              + ", so there is nothing to learn",
          "give a file with other labels, too, or say with --columns which column has the label");
    }
  }

  /** A problem with all labels, told at the first of them. */
  public InputException problem(String problem, String cure) {
    return problemAt(0, 0, problem, cure);
  }

  /** A problem with the label of a token; both numbers from 0. */
  public InputException problemAt(int sentence, int token, String problem, String cure) {
    Place place = places.get(sentence);
    if (place.line() == 0) {
      String word = sentences.get(sentence).tokens().column(TokenSequence.WORD).get(token);
      return new InputException(place.file(), "at '" + word + "': " + problem, cure);
    }
    return new InputException(place.file(), place.lineOf(token), problem, cure);
  }
}
