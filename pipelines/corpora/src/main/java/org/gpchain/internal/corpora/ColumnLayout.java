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
 * What the columns of one file are.
 *
 * @param names of the columns, in the order of the file
 * @param line that decided it, from 1
 * @param skipsUnnumbered whether lines without a number of their own, such as multiword tokens of
 *     CoNLL-U, are no tokens
 * @param misc finds labels among pairs of keys and values; null if labels stand alone, or are not
 *     read
 * @param note on what was guessed; empty if nothing was
 */
record ColumnLayout(
    List<String> names, int line, boolean skipsUnnumbered, MiscLabels misc, String note) {
  private static final Set<String> FIRST_HEADERS =
      Set.of("word", "words", "token", "tokens", "form", "text", "id", "idx", "index", "sentence");

  private static final Set<String> LAST_HEADERS =
      Set.of("label", "labels", "tag", "tags", "ner", "ner_tag", "ner_tags", "ne", "entity", "bio");

  /** The columns of files in which a number, a word, a label and a label of an inner name stand. */
  private static final int GERMEVAL_COLUMNS = 4;

  /** The columns of files in which a word, two placeholders and a label stand. */
  private static final int MULTICONER_COLUMNS = 4;

  /** A well-known layout, or one that the content shows. */
  private record Guess(String name, List<String> names) {}

  /**
   * Finds the layout of a file.
   *
   * @param count number of columns in the first line with a token
   * @param line the number of that line, from 1
   * @return empty if the format has no layout with this number of columns
   */
  static Optional<ColumnLayout> of(
      ColumnFormat format, ColumnPreview preview, int count, int line) {
    Optional<Guess> guess =
        format.kind() == Kind.USUAL && count == preview.columnCount()
            ? guess(format.hasLabels(), preview)
            : Optional.empty();
    if (guess.isPresent()) {
      List<String> names = guess.get().names();
      String note =
          "read as %s, with the columns %s; --columns names others"
              .formatted(guess.get().name(), String.join(",", names));
      boolean isCounted = names.get(0).equals(ColumnFormat.IGNORED);
      return Optional.of(new ColumnLayout(names, line, isCounted, null, note));
    }

    return format.layout(count).map(names -> of(format, preview, names, line));
  }

  private static ColumnLayout of(
      ColumnFormat format, ColumnPreview preview, List<String> names, int line) {
    boolean isConllu = format.kind() == Kind.CONLLU;
    boolean skips =
        isConllu || (names.get(0).equals(ColumnFormat.IGNORED) && preview.countsTokens());
    MiscLabels misc = null;
    if (names.indexOf(ColumnFormat.LABEL) == ConlluLines.MISC && (isConllu || preview.isConllu())) {
      misc = MiscLabels.of(format.labelKey(), preview).orElse(null);
    }
    return isConllu
        ? ofConllu(preview, names, line, misc)
        : new ColumnLayout(names, line, skips, misc, "");
  }

  /** Files without universal parts of speech (UPOS) are read with language-specific ones (XPOS). */
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
      note = "the column UPOS is empty, parts of speech are those of XPOS";
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
      List<String> names = named(count, 0, hasLabels ? count - 1 : -1);
      return Optional.of(new Guess("MultiCoNER", names));
    }
    return Optional.empty();
  }

  /** A number, a word, and the label in the first column that has labels of segments. */
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
    return Optional.of(new Guess(name, named(count, 1, hasLabels ? label : -1)));
  }

  private static List<String> named(int count, int word, int label) {
    List<String> names = new ArrayList<>(Collections.nCopies(count, ColumnFormat.IGNORED));
    names.set(word, TokenSequence.WORD);
    if (label >= 0) {
      names.set(label, ColumnFormat.LABEL);
    }
    return names;
  }

  /** Whether the first line of a file names its columns. */
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

  /** Whether a line with these cells is no token. */
  boolean skips(List<String> cells) {
    return skipsUnnumbered && ConlluLines.isWithoutNumber(cells.get(0));
  }
}
