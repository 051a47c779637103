package org.gpchain.internal.cli.options;

import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.evaluation.Evaluator;
import picocli.CommandLine.Option;

/** What is done about labels that a model does not know. */
public final class UnknownLabelsOption extends CommandPart {
  @Option(
      names = "--unknown-labels",
      paramLabel = "WHAT",
      defaultValue = "error",
      description = {
        "What to do with labels of a test file that a model does not know.",
        "error: stop at the first one, and say where it is.",
        "count: count them as errors, and leave them out of nll and ece.",
        "Tokens that are not annotated (? or !TYPE) are refused in any case.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Treatment treatment;

  private enum Treatment {
    /** Most often, model and file do not belong together. */
    ERROR,
    COUNT
  }

  /**
   * Checks the labels of a corpus, unless those that the model does not know are counted.
   *
   * @throws InputException if it does not know one
   */
  public void check(Model model, Corpus corpus) throws InputException {
    for (int n = 0; treatment == Treatment.ERROR && n < corpus.sentences().size(); n++) {
      LabeledSequence sentence = corpus.sentences().get(n);
      List<String> labels = Evaluator.goldLabels(sentence, corpus.scheme(), model.scheme());
      for (int t = 0; t < labels.size(); t++) {
        if (model.labels().indexOf(labels.get(t)) < 0) {
          throw corpus.problemAt(
              n,
              t,
              "the model does not know the label %s (its labels: %s)"
                  .formatted(labels.get(t), String.join(" ", model.labels().labels())),
              "give a file with the labels that it was trained on, or use --unknown-labels count to"
                  + " count such tokens as errors");
        }
      }
    }
  }
}
