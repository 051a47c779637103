package org.gpchain.internal.corpora;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.ColumnFormat.Kind;

/**
 * The meaning of the columns of one file.
 *
 * @param names names of the columns, in the order of the file
 * @param line number of the line that determined the layout, from 1
 * @param skipsUnnumbered whether lines that do not have a single number are skipped, such as the
 *     lines of multiword tokens in CoNLL-U
 * @param misc labels among the pairs of keys and values in the last column; null if labels have a
 *     column or are not read
 * @param note note on what was guessed; empty if nothing was
 */
record ColumnLayout(
    List<String> names, int line, boolean skipsUnnumbered, MiscLabels misc, String note) {
  /** Names that the first column of a header may have, in lower case. */
  private static final Set<String> FIRST_HEADERS =
      Set.of("word", "words", "token", "tokens", "form", "text", "id", "idx", "index", "sentence");

  /** Names that the last column of a header may have, in lower case. */
  private static final Set<String> LAST_HEADERS =
      Set.of("label", "labels", "tag", "tags", "ner", "ner_tag", "ner_tags", "ne", "entity", "bio");

  /** Number of columns of GermEval: a number, a word, a label, and a label of nested names. */
  private static final int GERMEVAL_COLUMNS = 4;

  /** Number of columns of MultiCoNER: a word, two placeholders and a label. */
  private static final int MULTICONER_COLUMNS = 4;

  /** Index that means that a column is not in a layout. */
  private static final int NO_COLUMN = -1;

  /** A layout that is guessed from the content of a file, with its name in messages. */
  private record Guess(String name, List<String> names) {}

  /**
   * Returns the layout of a file, or empty if the format has no layout with this number of columns.
   *
   * @param count number of columns in the first line with a token
   * @param line number of that line, from 1
   */
  static Optional<ColumnLayout> of(
      ColumnFormat format, ColumnPreview preview, int count, int line) {
    Optional<Guess> guess = Optional.empty();
    if (format.kind() == Kind.USUAL && count == preview.columnCount()) {
      guess = guess(format.hasLabels(), preview);
    }
    if (guess.isPresent()) {
      List<String> names = guess.get().names();
      String note =
          "read as %s, with the columns %s; to read other columns, use --columns"
              .formatted(guess.get().name(), String.join(",", names));
      boolean isCounted = names.get(0).equals(ColumnFormat.IGNORED);
      return Optional.of(new ColumnLayout(names, line, isCounted, null, note));
    }

    return format.layout(count).map(names -> of(format, preview, names, line));
  }

  private static ColumnLayout of(
      ColumnFormat format, ColumnPreview preview, List<String> names, int line) {
    boolean isConllu = format.kind() == Kind.CONLLU;
    boolean isMisc = names.indexOf(ColumnFormat.LABEL) == ConlluLines.MISC;
    MiscLabels misc = null;
    if (isMisc && (isConllu || preview.isConllu())) {
      misc = MiscLabels.of(format.labelKey(), preview).orElse(null);
    }

    if (isConllu) {
      return ofConllu(preview, names, line, misc);
    }
    boolean isNumbered = names.get(0).equals(ColumnFormat.IGNORED) && preview.countsTokens();
    return new ColumnLayout(names, line, isNumbered, misc, "");
  }

  /**
   * Returns the layout of a CoNLL-U file. If the file has no universal parts of speech (UPOS), the
   * language-specific ones (XPOS) are read.
   */
  private static ColumnLayout ofConllu(
      ColumnPreview preview, List<String> names, int line, MiscLabels misc) {
    String pos = names.get(ConlluLines.UNIVERSAL_POS);
    boolean isMissing = preview.hasOnly(ConlluLines.UNIVERSAL_POS, ConlluLines.NONE);
    if (!isMissing || !names.get(ConlluLines.OTHER_POS).equals(ColumnFormat.IGNORED)) {
      return new ColumnLayout(names, line, true, misc, "");
    }

    List<String> others = new ArrayList<>(names);
    others.set(ConlluLines.UNIVERSAL_POS, ColumnFormat.IGNORED);
    boolean isOtherMissing = preview.hasOnly(ConlluLines.OTHER_POS, ConlluLines.NONE);
    String note = "";
    if (!isOtherMissing) {
      others.set(ConlluLines.OTHER_POS, pos);
      note = "the column UPOS is empty, so parts of speech are read from XPOS";
    } else if (pos.equals(ColumnFormat.LABEL)) {
      return new ColumnLayout(names, line, true, misc, "");
    }
    return new ColumnLayout(others, line, true, misc, note);
  }

  private static Optional<Guess> guess(boolean hasLabels, ColumnPreview preview) {
    int count = preview.columnCount();
    if (count > 1 && preview.countsTokens() && !preview.isConllu()) {
      return ofNumbers(hasLabels, preview);
    }
    if (count == MULTICONER_COLUMNS
        && preview.hasOnly(1, ConlluLines.NONE)
        && preview.hasOnly(2, ConlluLines.NONE)) {
      List<String> names = named(count, 0, hasLabels ? count - 1 : NO_COLUMN);
      return Optional.of(new Guess("MultiCoNER", names));
    }
    return Optional.empty();
  }

  /** Guesses a number, a word, and the label in the first column with labels of segments. */
  private static Optional<Guess> ofNumbers(boolean hasLabels, ColumnPreview preview) {
    int count = preview.columnCount();
    int label = 2;
    while (label < count && !preview.hasLabels(label)) {
      label++;
    }
    if (hasLabels && label == count) {
      return Optional.empty();
    }

    boolean isGermeval =
        count == GERMEVAL_COLUMNS && label == 2 && preview.hasLabels(GERMEVAL_COLUMNS - 1);
    String name = isGermeval ? "GermEval" : "numbered tokens";
    return Optional.of(new Guess(name, named(count, 1, hasLabels ? label : NO_COLUMN)));
  }

  /** Returns the names of columns of which only a word and, perhaps, a label are read. */
  private static List<String> named(int count, int word, int label) {
    List<String> names = new ArrayList<>(Collections.nCopies(count, ColumnFormat.IGNORED));
    names.set(word, TokenSequence.WORD);
    if (label != NO_COLUMN) {
      names.set(label, ColumnFormat.LABEL);
    }
    return names;
  }

  /** Returns whether the first line of a file is a header that names its columns. */
  static boolean isHeader(List<String> cells, ColumnPreview preview) {
    String first = cells.get(0).toLowerCase(Locale.ROOT);
    String last = cells.get(cells.size() - 1);
    return cells.size() > 1
        && FIRST_HEADERS.contains(first)
        && LAST_HEADERS.contains(last.toLowerCase(Locale.ROOT))
        && preview.countLast(last) <= 1;
  }

  /** Returns the names of the columns that are read, without the label. */
  List<String> readNames() {
    return names.stream().filter(ColumnFormat::isRead).toList();
  }

  /** Returns the number of columns. */
  int size() {
    return names.size();
  }

  /** Returns whether a line with these cells is not a token. */
  boolean skips(List<String> cells) {
    return skipsUnnumbered && ConlluLines.isWithoutNumber(cells.get(0));
  }
}
