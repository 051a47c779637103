package org.gpchain.internal.evaluation.comparison;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
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
 * A file with two columns of labels: gold ones and those of a labeller.
 *
 * @param predicted the same sentences with the labeller's segments
 */
public record LabelledFile(Corpus gold, List<LabeledSequence> predicted) {
  /** Name of the column that holds the labeller's labels. */
  public static final String PREDICTED = "predicted";

  /** Files with more columns need their names. */
  private static final int MAX_COLUMNS = 12;

  private static final int MIN_COLUMNS = 3;

  /**
   * @param columns names of its columns, among them {@code label} for the gold label and {@link
   *     #PREDICTED}; empty if these are the last two, as {@code conlleval} has it, and the first
   *     one is the word
   * @param encoding of a file without a byte order mark
   * @throws IllegalArgumentException if the names contradict themselves
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
    List<List<String>> layouts =
        columns.isEmpty()
            ? IntStream.rangeClosed(MIN_COLUMNS, MAX_COLUMNS).mapToObj(LabelledFile::usual).toList()
            : List.of(columns);
    Corpus gold = ColumnReader.of(new ColumnFormat("column", layouts, encoding)).read(file);
    return new LabelledFile(gold, gold.labelledBy(PREDICTED));
  }

  private static List<String> usual(int count) {
    List<String> columns = new ArrayList<>(Collections.nCopies(count - 2, ColumnFormat.IGNORED));
    columns.set(0, TokenSequence.WORD);
    columns.addAll(List.of(ColumnFormat.LABEL, PREDICTED));
    return columns;
  }

  /**
   * Scores two files with the same sentences and gold labels.
   *
   * @param other the second labeller's file
   * @throws InputException if the sentences of the files do not fit each other
   */
  public ComparedText compare(String name, LabelledFile other) throws InputException {
    checkFits(other);
    return ComparedText.of(name, gold.shownScheme(), gold, scores(), other.scores());
  }

  private List<SentenceScore> scores() {
    TagScheme scheme = gold.shownScheme();
    List<LabeledSequence> right = gold.sentences();
    return IntStream.range(0, right.size())
        .mapToObj(
            n ->
                SentenceScore.of(
                    segments(right.get(n), scheme),
                    segments(predicted.get(n), scheme),
                    right.get(n).labels(scheme),
                    predicted.get(n).labels(scheme)))
        .toList();
  }

  private static List<Span> segments(LabeledSequence sentence, TagScheme scheme) {
    return sentence.spans().stream().filter(span -> Evaluator.isSegment(span, scheme)).toList();
  }

  private void checkFits(LabelledFile other) throws InputException {
    int own = gold.sentences().size();
    int others = other.gold.sentences().size();
    for (int n = 0; n < Math.min(own, others); n++) {
      checkFits(n, other);
    }
    if (own != others) {
      Corpus longer = own > others ? gold : other.gold;
      Corpus shorter = own > others ? other.gold : gold;
      throw longer.problemAt(
          Math.min(own, others),
          0,
          "this sentence is one more than " + shorter.file() + " has",
          "compare files with the same sentences");
    }
  }

  private void checkFits(int n, LabelledFile other) throws InputException {
    LabeledSequence own = gold.sentences().get(n);
    LabeledSequence others = other.gold.sentences().get(n);
    List<String> labels = own.labels(TagScheme.IOB2);
    List<String> otherLabels = others.labels(TagScheme.IOB2);
    int common = Math.min(own.length(), others.length());
    for (int t = 0; t < common; t++) {
      String word = own.tokens().columns().get(0).get(t);
      String otherWord = others.tokens().columns().get(0).get(t);
      TokenPlace place = new TokenPlace(other.gold, n, t);
      checkSame("token", word, otherWord, place);
      checkSame("gold label", labels.get(t), otherLabels.get(t), place);
    }
    if (own.length() != others.length()) {
      throw other.gold.problemAt(
          n,
          common - 1,
          "this sentence has %s tokens, in %s it has %s"
              .formatted(others.length(), gold.file(), own.length()),
          "compare files with the same sentences");
    }
  }

  /** A token of a corpus: the numbers of its sentence and of the token, from 0. */
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
