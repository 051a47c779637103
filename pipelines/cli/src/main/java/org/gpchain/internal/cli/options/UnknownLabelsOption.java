package org.gpchain.internal.cli.options;

import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.evaluation.Evaluator;
import picocli.CommandLine.Option;

/** The option {@code --unknown-labels} for labels of a test corpus that a model does not have. */
public final class UnknownLabelsOption extends CommandPart {
  @Option(
      names = "--unknown-labels",
      paramLabel = "WHAT",
      defaultValue = "error",
      description = {
        "What to do with labels of the test file that the model does not have.",
        "error: stop at the first one and print its position.",
        "count: count them as errors of the model, and exclude them from nll and ece.",
        "Tokens without an annotation (? or !TYPE) are always an error.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Treatment treatment;

  private enum Treatment {
    /** Stops, because the model and the file probably do not belong together. */
    ERROR,
    /** Counts the labels as errors of the model. */
    COUNT
  }

  /**
   * Checks that a model has all labels of a corpus, unless unknown ones are counted as errors.
   *
   * @throws InputException if a label is unknown; the message gives its position
   */
  public void check(Model model, Corpus corpus) throws InputException {
    if (treatment == Treatment.COUNT) {
      return;
    }

    for (int n = 0; n < corpus.sentences().size(); n++) {
      LabeledSequence sentence = corpus.sentences().get(n);
      List<String> labels = Evaluator.goldLabels(sentence, corpus.scheme(), model.scheme());
      for (int t = 0; t < labels.size(); t++) {
        if (model.labels().indexOf(labels.get(t)) < 0) {
          throw corpus.problemAt(
              n,
              t,
              "the model does not know the label %s (its labels: %s)"
                  .formatted(labels.get(t), String.join(" ", model.labels().labels())),
              "use a file with the labels on which it was trained, or use"
                  + " --unknown-labels count to count such tokens as errors");
        }
      }
    }
  }
}
