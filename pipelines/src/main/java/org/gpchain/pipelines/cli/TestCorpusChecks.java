package org.gpchain.pipelines.cli;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.pipelines.corpus.Corpus;
import org.gpchain.pipelines.corpus.InputException;

/** Whether a corpus has what a model needs. */
final class TestCorpusChecks {
  /** A larger share of unseen part-of-speech tags can only mean another tagset. */
  private static final double STRANGE_SHARE = 0.5;

  private TestCorpusChecks() {}

  /**
   * Checks that all columns are there that the model uses.
   *
   * @throws InputException if not
   */
  static void checkColumns(Model model, Corpus corpus) throws InputException {
    List<String> required = model.vocabulary().templates().requiredColumns();
    for (String column : required) {
      if (!corpus.columns().contains(column)) {
        throw corpus.problemAt(
            0,
            0,
            "the model needs the columns "
                + required
                + ", this file has "
                + corpus.columns()
                + ": '"
                + column
                + "' is missing",
            "add it to the file, or say with --columns which column it is");
      }
    }
  }

  /** What to say if the part-of-speech tags of a corpus are not those of the model. */
  static Optional<String> tagsetWarning(Model model, Corpus corpus) {
    Tagset tagset = model.tagset();
    if (tagset == null) {
      return Optional.empty();
    }
    Set<String> known = new HashSet<>(tagset.tags());
    List<String> strange =
        corpus.sentences().stream()
            .flatMap(sentence -> sentence.tokens().column(TokenSequence.POS).stream())
            .filter(tag -> !known.contains(tag))
            .toList();
    double share = (double) strange.size() / corpus.tokenCount();
    return share <= STRANGE_SHARE
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s: %.0f %% of the tokens have part-of-speech tags that the model (tagset %s) has"
                    + " never seen, such as %s; tag the file with the tagset of the model",
                corpus.file(),
                100 * share,
                tagset.name(),
                strange.get(0)));
  }
}
