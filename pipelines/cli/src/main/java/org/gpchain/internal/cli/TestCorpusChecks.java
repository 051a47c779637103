package org.gpchain.internal.cli;

import static org.gpchain.core.text.Numbers.format;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.internal.core.tokens.ProfileCounter;
import org.gpchain.internal.core.tokens.TokenProfile;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;

/** Checks that a corpus fits a model. */
final class TestCorpusChecks {
  private TestCorpusChecks() {}

  /**
   * Checks a test corpus of a model.
   *
   * @param warnings receives a warning if most parts of speech are unknown to the model, and
   *     another one if the corpus is tokenized by other conventions than the training corpus
   * @throws InputException if columns or annotations are missing
   */
  static void check(Model model, Corpus corpus, Consumer<String> warnings) throws InputException {
    checkColumns(model, corpus);
    checkAnnotated(model, corpus);

    TagsetCheck tags = new TagsetCheck(model);
    TokenProfileCheck profile = new TokenProfileCheck(model);
    for (LabeledSequence sentence : corpus.sentences()) {
      tags.add(sentence.tokens());
      profile.add(sentence.tokens());
    }
    tags.warning(corpus.file()).ifPresent(warnings);
    profile.warning(corpus.file()).ifPresent(warnings);
  }

  /**
   * Checks that the corpus has all columns that the model uses.
   *
   * @throws InputException if a column is missing
   */
  private static void checkColumns(Model model, Corpus corpus) throws InputException {
    Optional<String> problem = missing(model.requiredColumns(), corpus.columns());
    if (problem.isPresent()) {
      throw corpus.problem(problem.get(), "add it to the file, or specify it with --columns");
    }
  }

  /**
   * Checks that all tokens of a corpus of token labels are annotated. A mark such as ? says that a
   * token is not annotated, unless the model has learned it as a label.
   */
  private static void checkAnnotated(Model model, Corpus corpus) throws InputException {
    if (corpus.scheme() != TagScheme.TOKEN) {
      return;
    }
    for (int n = 0; n < corpus.sentences().size(); n++) {
      for (Span span : corpus.sentences().get(n).spans()) {
        String label = span.type();
        if (UnknownToken.isMark(label) && model.labels().indexOf(label) < 0) {
          throw corpus.problemAt(
              n,
              span.start(),
              "the label '" + label + "' marks this token as not annotated",
              "use a completely annotated file");
        }
      }
    }
  }

  /** Returns the problem if a column that a model needs is missing. */
  static Optional<String> missing(List<String> required, List<String> columns) {
    return required.stream()
        .filter(column -> !columns.contains(column))
        .findFirst()
        .map(
            column ->
                "the model needs the columns %s, but this file has %s: '%s' is missing"
                    .formatted(required, columns, column));
  }

  /** A check whether a file is tokenized like the training corpus of a model. */
  static final class TokenProfileCheck {
    /** Minimum number of words of a kind, such as clitics, that show how a file tokenizes them. */
    private static final int MIN_WORDS = 10;

    private final TokenProfile expected;
    private final ProfileCounter counter = new ProfileCounter();

    TokenProfileCheck(Model model) {
      expected = model.tokenProfile();
    }

    /** Adds a sentence of the file. */
    void add(TokenSequence sentence) {
      boolean isWorthCounting = !expected.equals(TokenProfile.UNKNOWN);
      if (isWorthCounting && sentence.has(TokenSequence.WORD)) {
        counter.add(sentence.column(TokenSequence.WORD));
      }
    }

    /** Returns a warning if the file contradicts the model. */
    Optional<String> warning(Path file) {
      TokenProfile actual = counter.profile(MIN_WORDS);
      TokenProfile contradictions = expected.contradictions(actual);
      if (contradictions.equals(TokenProfile.UNKNOWN)) {
        return Optional.empty();
      }
      return Optional.of(
          format(
              "%s: this file has %s; the training corpus of the model has %s."
                  + " Tokenize the file like the training corpus, or annotate its text"
                  + " (gpchain annotate)",
              file, contradictions.inWords(), actual.contradictions(expected).inWords()));
    }
  }

  /** A check whether the part-of-speech tags of a file occur in the training corpus of a model. */
  static final class TagsetCheck {
    /** Share of unseen tags above which the file must have another tagset. */
    private static final double MAX_UNSEEN = 0.5;

    /** Tagset of the model; null if it has none. */
    private final Tagset tagset;

    private final Set<String> seenInTraining;
    private String firstUnseen = "";
    private long unseen;
    private long tokens;

    TagsetCheck(Model model) {
      tagset = model.features().tagset();
      seenInTraining = tagset == null ? Set.of() : new HashSet<>(tagset.tags());
    }

    /** Adds a sentence with all columns that the model uses. */
    void add(TokenSequence sentence) {
      if (tagset == null) {
        return;
      }
      for (String tag : sentence.column(TokenSequence.POS)) {
        if (!seenInTraining.contains(tag)) {
          if (unseen == 0) {
            firstUnseen = tag;
          }
          unseen++;
        }
      }
      tokens += sentence.length();
    }

    /** Returns a warning if the file has another tagset than the model. */
    Optional<String> warning(Path file) {
      double share = (double) unseen / Math.max(1, tokens);
      if (share <= MAX_UNSEEN) {
        return Optional.empty();
      }
      return Optional.of(
          format(
              "%s: %.0f %% of the tokens have part-of-speech tags that the model (tagset %s)"
                  + " has never seen, such as %s; tag the file with the tagset of the model",
              file, 100 * share, tagset.name(), firstUnseen));
    }
  }
}
