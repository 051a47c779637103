package org.gpchain.pipelines.corpus;

import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.predict.TagScheme;
import org.gpchain.core.text.LabeledSequence;

/**
 * An annotated corpus. Its labels are legal IOB2, whatever the file had, unless they are labels of
 * tokens rather than of segments.
 *
 * @param file where it comes from
 * @param columns names of the columns of its sentences, without the label
 * @param sentences at least one
 * @param lines for each sentence, the line of the file that holds its first token, from 1
 * @param scheme how the file wrote its labels; TOKEN if they were left as they are
 * @param repairedLabels number of transitions between labels that break this scheme
 * @param warnings what a user should know of this file, one line each
 */
public record Corpus(
    Path file,
    List<String> columns,
    List<LabeledSequence> sentences,
    List<Integer> lines,
    TagScheme scheme,
    int repairedLabels,
    List<String> warnings) {
  /** Copies the lists. */
  public Corpus {
    columns = List.copyOf(columns);
    sentences = List.copyOf(sentences);
    lines = List.copyOf(lines);
    warnings = List.copyOf(warnings);
    if (lines.size() != sentences.size() || sentences.isEmpty()) {
      throw new IllegalArgumentException(
          "a corpus needs sentences and one line for each, had "
              + sentences.size()
              + " and "
              + lines.size());
    }
  }

  /** Number of tokens. */
  public long tokenCount() {
    return sentences.stream().mapToLong(LabeledSequence::length).sum();
  }

  /**
   * Checks that there is something to learn.
   *
   * @param count number of sentences, the first ones, that are to be learned from, at least 1
   * @throws InputException if they have only one label
   */
  public void checkLearnable(int count) throws InputException {
    List<String> labels =
        sentences.subList(0, count).stream()
            .flatMap(s -> s.labels().stream())
            .distinct()
            .limit(2)
            .toList();
    if (labels.size() < 2) {
      throw problemAt(
          0,
          0,
          (count < sentences.size()
                  ? "all tokens of the first " + count + " sentences"
                  : "all tokens of this file")
              + " have the label "
              + labels.get(0)
              + ", so there is nothing to learn",
          "give a file with segments, or say with --columns which column has the label");
    }
  }

  /**
   * A problem with the label of a token.
   *
   * @param sentence number of the sentence, from 0
   * @param token number of the token in it, from 0
   * @param problem what is wrong
   * @param cure what to do about it
   */
  public InputException problemAt(int sentence, int token, String problem, String cure) {
    // The tokens of a sentence stand on consecutive lines.
    return new InputException(file, lines.get(sentence) + token, problem, cure);
  }
}
