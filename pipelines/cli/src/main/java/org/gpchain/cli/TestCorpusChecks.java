package org.gpchain.cli;

import java.util.List;
import java.util.Optional;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.UnknownToken;
import org.gpchain.corpora.Corpus;
import org.gpchain.corpora.InputException;

/** Whether a corpus has what a model needs. */
final class TestCorpusChecks {
  private TestCorpusChecks() {}

  /**
   * Checks that the corpus has all columns that the model uses.
   *
   * @throws InputException if not
   */
  static void checkColumns(Model model, Corpus corpus) throws InputException {
    Optional<String> problem = missing(model.requiredColumns(), corpus.columns());
    if (problem.isPresent()) {
      throw corpus.problemAt(
          0, 0, problem.get(), "add it to the file, or say with --columns which column it is");
    }
  }

  /**
   * Checks that all of the corpus is annotated: among labels of tokens, a mark that the model has
   * not learned as a label says that a token has none.
   *
   * @throws InputException if not
   */
  static void checkAnnotated(Model model, Corpus corpus) throws InputException {
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
                "the model needs the columns "
                    + required
                    + ", this file has "
                    + columns
                    + ": '"
                    + column
                    + "' is missing");
  }

  /** The problem if the part-of-speech tags of a corpus are not those of the model. */
  static Optional<String> tagsetWarning(Model model, Corpus corpus) {
    TagsetCheck check = new TagsetCheck(model);
    corpus.sentences().forEach(sentence -> check.add(sentence.tokens()));
    return check.warning(corpus.file());
  }
}
