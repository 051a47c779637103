package org.gpchain.internal.corpora;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;

/**
 * An annotated corpus.
 *
 * @param file file or directory of the corpus; the first one if several corpora were joined
 * @param columns names of the columns, without the label
 * @param sentences sentences with their segments; each has the number of its document
 * @param places origin of each sentence, {@code [sentences]}
 * @param notation notation of segments as labels in the file
 * @param repairedLabels number of label transitions that break the scheme of the notation
 * @param warnings warnings for the user, one line each
 * @param notes notes on guesses about the format and on skipped lines, one line each
 */
public record Corpus(
    Path file,
    List<String> columns,
    List<LabeledSequence> sentences,
    List<SentenceOrigin> places,
    LabelNotation notation,
    int repairedLabels,
    List<String> warnings,
    List<String> notes) {
  /**
   * The origin of a sentence.
   *
   * @param line line of the first token, from 1; 0 if the format of the file has no lines
   * @param document number of the document in the file, or among all documents of a reader, from 0
   * @param skipped numbers of the lines between the first and the last token that have no token, in
   *     ascending order
   */
  public record SentenceOrigin(Path file, int line, int document, List<Integer> skipped) {
    public SentenceOrigin {
      skipped = List.copyOf(skipped);
    }

    /** Creates the origin of a sentence whose tokens are in consecutive lines. */
    public SentenceOrigin(Path file, int line, int document) {
      this(file, line, document, List.of());
    }

    /**
     * Returns the origin of a sentence in a file with lines.
     *
     * @param lines line number of each token, {@code [tokens]}, from 1
     */
    static SentenceOrigin ofLines(Path file, int[] lines, int document) {
      int first = lines[0];
      int last = lines[lines.length - 1];
      if (last - first == lines.length - 1) {
        return new SentenceOrigin(file, first, document);
      }

      List<Integer> skipped = new ArrayList<>();
      for (int t = 1; t < lines.length; t++) {
        for (int line = lines[t - 1] + 1; line < lines[t]; line++) {
          skipped.add(line);
        }
      }
      return new SentenceOrigin(file, first, document, skipped);
    }

    /** Returns the line of a token, from 1; 0 if the file has no lines. */
    public int lineOf(int token) {
      if (line == 0) {
        return 0;
      }
      int tokenLine = line + token;
      for (int skippedLine : skipped) {
        if (skippedLine <= tokenLine) {
          tokenLine++;
        }
      }
      return tokenLine;
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
    List<LabeledSequence> numbered = new ArrayList<>(documents.length);
    for (int n = 0; n < documents.length; n++) {
      numbered.add(sentences.get(n).inDocument(documents[n]));
    }
    sentences = List.copyOf(numbered);
  }

  /** Returns the scheme of the labels in the file; TOKEN if each token has its own label. */
  public TagScheme scheme() {
    return notation.scheme();
  }

  /**
   * Joins corpora in their order.
   *
   * @param corpora at least one corpus, all with the same columns; the file of the joined corpus is
   *     that of the first one
   * @throws InputException if some corpora have segments and others have labels of single tokens
   */
  public static Corpus join(List<Corpus> corpora) throws InputException {
    Corpus first = corpora.get(0);
    for (Corpus corpus : corpora) {
      corpus.checkGoesWith(first);
    }

    List<LabeledSequence> sentences = new ArrayList<>();
    List<SentenceOrigin> places = new ArrayList<>();
    int repairedLabels = 0;
    List<String> warnings = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    for (Corpus corpus : corpora) {
      sentences.addAll(corpus.sentences);
      places.addAll(corpus.places);
      repairedLabels += corpus.repairedLabels;
      warnings.addAll(corpus.warnings);
      notes.addAll(corpus.notes);
    }

    return new Corpus(
        first.file,
        first.columns,
        sentences,
        places,
        first.notation,
        repairedLabels,
        warnings,
        notes);
  }

  /**
   * Checks that this corpus and the training corpus both have segments, or both have labels of
   * single tokens.
   *
   * @throws InputException if the corpora have different kinds of labels
   */
  public void checkGoesWith(Corpus train) throws InputException {
    if (hasTokenLabels() != train.hasTokenLabels()) {
      throw problem(
          format(
              "the labels of this file have the scheme %s, but those of %s have %s",
              notation, train.file, train.notation),
          "segments and labels of tokens cannot be learned together");
    }
  }

  /** Returns this corpus with other columns or segments of the same tokens. */
  public Corpus with(List<String> newColumns, List<LabeledSequence> changed) {
    return new Corpus(file, newColumns, changed, places, notation, repairedLabels, warnings, notes);
  }

  /**
   * Returns the sentences with the segments of another column of labels.
   *
   * @throws InputException if the column has labels of single tokens, but the corpus has segments
   */
  public List<LabeledSequence> labelledBy(String column) throws InputException {
    List<List<String>> labels = new ArrayList<>(sentences.size());
    for (LabeledSequence sentence : sentences) {
      labels.add(sentence.tokens().column(column));
    }

    LabelNotation columnNotation = hasTokenLabels() ? notation : notationLike(labels);
    if ((columnNotation.scheme() == TagScheme.TOKEN) != hasTokenLabels()) {
      throw problem(
          ("the gold labels of this file are labels of segments, but the %s labels" + " are not")
              .formatted(column),
          "fix the labels, or specify their columns with --columns");
    }

    List<LabeledSequence> labelled = new ArrayList<>(sentences.size());
    for (int n = 0; n < sentences.size(); n++) {
      TokenSequence tokens = sentences.get(n).tokens();
      List<String> translated = columnNotation.translate(labels.get(n)).labels();
      labelled.add(LabeledSequence.ofLabels(tokens, translated, columnNotation.scheme()));
    }
    return labelled;
  }

  /** Returns the notation of labels, or that of the corpus if the labels fit it (O alone). */
  private LabelNotation notationLike(List<List<String>> labels) {
    LabelNotation detected = LabelNotation.detect(labels);
    return detected.scheme() == TagScheme.TOKEN && notation.has(labels) ? notation : detected;
  }

  private boolean hasTokenLabels() {
    return scheme() == TagScheme.TOKEN;
  }

  /**
   * Checks that the labels of this corpus encode segments.
   *
   * @throws InputException if each token has its own label; the message names the first label that
   *     is not the label of a segment
   */
  public void checkHasSegments() throws InputException {
    if (!hasTokenLabels()) {
      return;
    }

    String cure =
        "fix it, or specify the column with labels of segments with --columns; to"
            + " learn labels of single tokens, such as parts of speech, use --task pos";
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
    throw problem("its labels are labels of single tokens, not of segments", cure);
  }

  /**
   * Returns the number of each sentence's document, {@code [sentences]}, from 0. All numbers are 0
   * if the file does not mark documents.
   */
  public int[] documents() {
    return documents(places);
  }

  private static int[] documents(List<SentenceOrigin> places) {
    int[] documents = new int[places.size()];
    for (int n = 1; n < documents.length; n++) {
      SentenceOrigin before = places.get(n - 1);
      SentenceOrigin place = places.get(n);
      documents[n] = documents[n - 1];
      if (place.document() != before.document() || !place.file().equals(before.file())) {
        documents[n]++;
      }
    }
    return documents;
  }

  /** Returns the scheme for displaying labels: TOKEN, or IOB2 for segments in any scheme. */
  public TagScheme shownScheme() {
    return hasTokenLabels() ? TagScheme.TOKEN : TagScheme.IOB2;
  }

  /** Returns the number of tokens in all sentences. */
  public long tokenCount() {
    return sentences.stream().mapToLong(LabeledSequence::length).sum();
  }

  /**
   * Checks that the first sentences have at least two different labels to learn.
   *
   * @param count number of sentences that are checked, at least 1
   * @throws InputException if all tokens have the same label
   */
  public void checkLearnable(int count) throws InputException {
    if (sentences.stream().limit(count).anyMatch(Corpus::isPartlyLabelled)) {
      return;
    }

    Set<String> labels = new LinkedHashSet<>();
    for (LabeledSequence sentence : sentences.subList(0, count)) {
      labels.addAll(sentence.labels(shownScheme()));
      if (labels.size() > 1) {
        return;
      }
    }

    String tokens = "all tokens of this file";
    if (count < sentences.size()) {
      tokens = "all tokens of the first " + plural(count, "sentence");
    }
    String label = labels.iterator().next();
    throw problem(
        tokens + " have the label " + label + ", so there is nothing to learn",
        "use a file with different labels, or specify the label column with --columns");
  }

  /** Returns whether a sentence has segments and tokens with unknown labels. */
  private static boolean isPartlyLabelled(LabeledSequence sentence) {
    return !sentence.isComplete() && !sentence.spans().isEmpty();
  }

  /** Returns an exception for a problem with all labels, which names the place of the first one. */
  public InputException problem(String problem, String cure) {
    return problemAt(0, 0, problem, cure);
  }

  /**
   * Returns an exception for a problem with the label of a token, which names its place.
   *
   * @param sentence number of the sentence, from 0
   * @param token number of the token in the sentence, from 0
   */
  public InputException problemAt(int sentence, int token, String problem, String cure) {
    SentenceOrigin place = places.get(sentence);
    if (place.line() == 0) {
      String word = sentences.get(sentence).tokens().column(TokenSequence.WORD).get(token);
      return new InputException(place.file(), "at '" + word + "': " + problem, cure);
    }
    return new InputException(place.file(), place.lineOf(token), problem, cure);
  }
}
