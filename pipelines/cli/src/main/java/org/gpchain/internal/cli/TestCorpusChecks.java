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

/** Checks that a corpus has what a model needs. */
final class TestCorpusChecks {
  private TestCorpusChecks() {}

  /**
   * Checks a corpus that a model is tested on.
   *
   * @param warnings receives a warning if the model does not know the parts of speech of the
   *     corpus, and another one if the corpus is divided into tokens by other conventions
   * @throws InputException if it lacks columns or annotations
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
   * @throws InputException if not
   */
  private static void checkColumns(Model model, Corpus corpus) throws InputException {
    Optional<String> problem = missing(model.requiredColumns(), corpus.columns());
    if (problem.isPresent()) {
      throw corpus.problem(
          problem.get(), "add it to the file, or say with --columns which column it is");
    }
  }

  /** Among labels of tokens, a mark that the model has not learned says that a token has none. */
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
              "the label '" + label + "' says that this token is not annotated",
              "give a file that is annotated completely");
        }
      }
    }
  }

  /** The problem if one of the columns that a model needs is missing. */
  static Optional<String> missing(List<String> required, List<String> columns) {
    return required.stream()
        .filter(column -> !columns.contains(column))
        .findFirst()
        .map(
            column ->
                "the model needs the columns %s, this file has %s: '%s' is missing"
                    .formatted(required, columns, column));
  }

  /** Finds out whether a file is divided into tokens as the training corpus of a model was. */
  static final class TokenProfileCheck {
    /** Minimum number of words of a kind, such as clitics, that show how a file treats them. */
    private static final int LEAST_WORDS = 10;

    private final TokenProfile expected;
    private final ProfileCounter counter = new ProfileCounter();

    TokenProfileCheck(Model model) {
      expected = model.tokenProfile();
    }

    void add(TokenSequence sentence) {
      boolean isWorthCounting = !expected.equals(TokenProfile.UNKNOWN);
      if (isWorthCounting && sentence.has(TokenSequence.WORD)) {
        counter.add(sentence.column(TokenSequence.WORD));
      }
    }

    /** Returns a warning if the file contradicts the model. */
    Optional<String> warning(Path file) {
      TokenProfile found = counter.profile(LEAST_WORDS);
      TokenProfile contradictions = expected.contradictions(found);
      if (contradictions.equals(TokenProfile.UNKNOWN)) {
        return Optional.empty();
      }
      return Optional.of(
          format(
              "%s: this file has %s; the training corpus of the model has %s. Divide the file into"
                  + " tokens as the training corpus is, or annotate its text (gpchain annotate)",
              file, contradictions.inWords(), found.contradictions(expected).inWords()));
    }
  }

  /** Counts part-of-speech tags that a model has never seen. */
  static final class TagsetCheck {
    /** A larger share of unseen tags can only mean another tagset. */
    private static final double STRANGE_SHARE = 0.5;

    /** Null if the model knows of none. */
    private final Tagset tagset;

    private final Set<String> known;
    private String first = "";
    private long strange;
    private long tokens;

    TagsetCheck(Model model) {
      tagset = model.features().tagset();
      known = tagset == null ? Set.of() : new HashSet<>(tagset.tags());
    }

    /** Adds a sentence with all columns that the model uses. */
    void add(TokenSequence sentence) {
      if (tagset == null) {
        return;
      }
      for (String tag : sentence.column(TokenSequence.POS)) {
        if (!known.contains(tag)) {
          first = strange == 0 ? tag : first;
          strange++;
        }
      }
      tokens += sentence.length();
    }

    /** What to say if the tags of a file are not those of the model. */
    Optional<String> warning(Path file) {
      double share = (double) strange / Math.max(1, tokens);
      return share <= STRANGE_SHARE
          ? Optional.empty()
          : Optional.of(
              format(
                  "%s: %.0f %% of the tokens have part-of-speech tags that the model (tagset %s)"
                      + " has never seen, such as %s; tag the file with the tagset of the model",
                  file, 100 * share, tagset.name(), first));
    }
  }
}
