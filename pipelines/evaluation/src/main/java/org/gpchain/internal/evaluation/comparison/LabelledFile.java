package org.gpchain.internal.evaluation.comparison;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ColumnReader;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.evaluation.Evaluator;
import org.gpchain.internal.evaluation.comparison.ComparedText.SentenceScore;

/**
 * A file with a column of gold labels and a column of predicted labels.
 *
 * @param gold sentences with the gold segments
 * @param predicted the same sentences with the predicted segments
 */
public record LabelledFile(Corpus gold, List<LabeledSequence> predicted) {
  /** Name of the column with the predicted labels. */
  public static final String PREDICTED = "predicted";

  /** Maximum number of columns of a file that is read without column names. */
  private static final int MAX_COLUMNS = 12;

  /** Minimum number of columns of a file: word, gold label, predicted label. */
  private static final int MIN_COLUMNS = 3;

  /**
   * Reads a file.
   *
   * @param columns names of the columns, including {@code label} for the gold label and {@link
   *     #PREDICTED}. If empty, the first column is the word and the last two columns are the gold
   *     label and the predicted label, as {@code conlleval} expects
   * @param encoding encoding of a file without a byte order mark
   * @throws IllegalArgumentException if the column names are inconsistent
   * @throws InputException if the file cannot be used
   */
  public static LabelledFile read(Path file, List<String> columns, Charset encoding)
      throws IOException {
    if (!columns.isEmpty()
        && !(columns.contains(ColumnFormat.LABEL) && columns.contains(PREDICTED))) {
      throw new IllegalArgumentException(
          "one column must be called 'label' and one 'predicted', had "
              + String.join(",", columns)
              + "; for example word,_,label,predicted");
    }

    List<List<String>> layouts = new ArrayList<>();
    if (columns.isEmpty()) {
      for (int count = MIN_COLUMNS; count <= MAX_COLUMNS; count++) {
        layouts.add(conllevalLayout(count));
      }
    } else {
      layouts.add(columns);
    }
    Corpus gold = ColumnReader.of(new ColumnFormat("column", layouts, encoding)).read(file);
    return new LabelledFile(gold, gold.labelledBy(PREDICTED));
  }

  private static List<String> conllevalLayout(int count) {
    List<String> columns = new ArrayList<>(Collections.nCopies(count - 2, ColumnFormat.IGNORED));
    columns.set(0, TokenSequence.WORD);
    columns.addAll(List.of(ColumnFormat.LABEL, PREDICTED));
    return columns;
  }

  /**
   * Scores the predicted labels of two files with the same sentences and gold labels.
   *
   * @param name name of the text
   * @param other file of the second labeller
   * @throws InputException if the sentences or gold labels of the files differ
   */
  public ComparedText compare(String name, LabelledFile other) throws InputException {
    checkFits(other);
    return ComparedText.of(name, gold.shownScheme(), gold, scores(), other.scores());
  }

  private List<SentenceScore> scores() {
    TagScheme scheme = gold.shownScheme();
    List<SentenceScore> scores = new ArrayList<>();
    for (int n = 0; n < predicted.size(); n++) {
      LabeledSequence right = gold.sentences().get(n);
      LabeledSequence given = predicted.get(n);
      scores.add(
          SentenceScore.of(
              segments(right, scheme),
              segments(given, scheme),
              right.labels(scheme),
              given.labels(scheme)));
    }
    return scores;
  }

  private static List<Span> segments(LabeledSequence sentence, TagScheme scheme) {
    return sentence.spans().stream().filter(span -> Evaluator.isSegment(span, scheme)).toList();
  }

  private void checkFits(LabelledFile other) throws InputException {
    int length = gold.sentences().size();
    int otherLength = other.gold.sentences().size();
    int common = Math.min(length, otherLength);
    for (int n = 0; n < common; n++) {
      checkFits(n, other);
    }

    if (length > otherLength) {
      throw surplusSentence(gold, common, other.gold);
    }
    if (otherLength > length) {
      throw surplusSentence(other.gold, common, gold);
    }
  }

  private static InputException surplusSentence(Corpus longer, int sentence, Corpus shorter) {
    return longer.problemAt(
        sentence,
        0,
        "this sentence is one more than " + shorter.file() + " has",
        "compare files with the same sentences");
  }

  private void checkFits(int n, LabelledFile other) throws InputException {
    LabeledSequence sentence = gold.sentences().get(n);
    LabeledSequence otherSentence = other.gold.sentences().get(n);
    List<String> labels = sentence.labels(TagScheme.IOB2);
    List<String> otherLabels = otherSentence.labels(TagScheme.IOB2);

    int common = Math.min(sentence.length(), otherSentence.length());
    for (int t = 0; t < common; t++) {
      String word = sentence.tokens().columns().get(0).get(t);
      String otherWord = otherSentence.tokens().columns().get(0).get(t);
      TokenPlace place = new TokenPlace(other.gold, n, t);
      checkSame("token", word, otherWord, place);
      checkSame("gold label", labels.get(t), otherLabels.get(t), place);
    }

    if (sentence.length() != otherSentence.length()) {
      String problem =
          "this sentence has %s tokens, but in %s it has %s"
              .formatted(otherSentence.length(), gold.file(), sentence.length());
      throw other.gold.problemAt(n, common - 1, problem, "compare files with the same sentences");
    }
  }

  /** A token of a corpus, given by the number of its sentence and its own number, from 0. */
  private record TokenPlace(Corpus corpus, int sentence, int token) {}

  private void checkSame(String what, String mine, String theirs, TokenPlace place)
      throws InputException {
    if (!mine.equals(theirs)) {
      throw place.corpus.problemAt(
          place.sentence,
          place.token,
          "the " + what + " is '" + theirs + "', in " + gold.file() + " it is '" + mine + "'",
          "compare files with the same sentences and gold labels");
    }
  }
}
