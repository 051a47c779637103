package org.gpchain.corpora;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * An annotated corpus.
 *
 * @param file where it comes from: a file, or the name of several, such as their directory; the
 *     first one of several
 * @param columns without the label
 * @param scheme of the labels in the file; TOKEN if each token has its own label
 * @param repairedLabels number of transitions between labels that break this scheme
 * @param warnings what a user should know of this file, one line each
 */
public record Corpus(
    Path file,
    List<String> columns,
    List<LabeledSequence> sentences,
    List<Place> places,
    TagScheme scheme,
    int repairedLabels,
    List<String> warnings) {
  /**
   * Where a sentence comes from.
   *
   * @param line of its first token, from 1, if the others follow line by line; 0 if the file has no
   *     lines to speak of
   * @param document number of its document among those of the file, or of the reader, from 0
   */
  public record Place(Path file, int line, int document) {}

  public Corpus {
    columns = List.copyOf(columns);
    places = List.copyOf(places);
    warnings = List.copyOf(warnings);
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
        first.scheme,
        corpora.stream().mapToInt(Corpus::repairedLabels).sum(),
        corpora.stream().flatMap(corpus -> corpus.warnings.stream()).toList());
  }

  /**
   * Checks that this corpus and the training corpus both have segments, or both labels of tokens.
   *
   * @throws InputException if not
   */
  public void checkGoesWith(Corpus train) throws InputException {
    if ((scheme == TagScheme.TOKEN) != (train.scheme == TagScheme.TOKEN)) {
      throw problem(
          format(
              "the labels of this file have the scheme %s, those of %s %s",
              scheme, train.file, train.scheme),
          "segments and labels of tokens cannot be learned together");
    }
  }

  /** This corpus with other columns or segments of the same tokens. */
  public Corpus with(List<String> newColumns, List<LabeledSequence> changed) {
    return new Corpus(file, newColumns, changed, places, scheme, repairedLabels, warnings);
  }

  /**
   * The sentences with the segments that another column of labels has.
   *
   * @throws InputException if it has labels of tokens, and the corpus segments
   */
  public List<LabeledSequence> labelledBy(String column) throws InputException {
    List<TokenSequence> tokens = sentences.stream().map(LabeledSequence::tokens).toList();
    TagScheme own =
        scheme == TagScheme.TOKEN
            ? TagScheme.TOKEN
            : SpanCodec.detect(tokens.stream().map(one -> one.column(column)).toList());
    if ((own == TagScheme.TOKEN) != (scheme == TagScheme.TOKEN)) {
      throw problem(
          "the gold labels of this file write segments, the %s ones do not".formatted(column),
          "fix the labels, or say with --columns where they are");
    }
    return tokens.stream()
        .map(one -> LabeledSequence.ofLabels(one, one.column(column), own))
        .toList();
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
    return scheme == TagScheme.TOKEN ? TagScheme.TOKEN : TagScheme.IOB2;
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
    // The tokens of a sentence stand on consecutive lines.
    return new InputException(place.file(), place.line() + token, problem, cure);
  }
}
