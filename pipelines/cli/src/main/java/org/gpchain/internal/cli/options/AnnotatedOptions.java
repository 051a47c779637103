package org.gpchain.internal.cli.options;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.CorpusReader;
import org.gpchain.internal.training.data.Annotated;
import org.gpchain.internal.training.data.Repetitions;
import org.gpchain.internal.training.data.Task;
import org.gpchain.internal.training.trainers.EntityRatio;
import picocli.CommandLine.Option;

/** Options that say which parts of a training corpus are annotated. */
public final class AnnotatedOptions extends CommandPart {
  private static final String ENTITY_RATIO = "--entity-ratio";

  @Option(
      names = "--annotated",
      paramLabel = "WHAT",
      defaultValue = "all",
      description = {
        "Which parts of the corpus are annotated: ${COMPLETION-CANDIDATES}. Default:"
            + " ${DEFAULT-VALUE}.",
        "all: every token; tokens without a segment are outside of all segments.",
        "marked: every token except those labelled ? (unknown) or !TYPE (known to be in no segment"
            + " of this type; !PER|LOC: of neither type).",
        "sentences: complete sentences only. A sentence is complete if it has a segment, if it has"
            + " no ? in a file that uses ?, or if it is marked as reviewed (--done-type). Other"
            + " sentences are ignored.",
        "segments: the given segments are correct, but others may be missing, see --entity-ratio."
      })
  private Annotated annotated;

  @Option(
      names = ENTITY_RATIO,
      paramLabel = "SHARE",
      description =
          "With --annotated segments: expected share of tokens in segments if all segments were"
              + " annotated. With 0, nothing is learned from tokens without a segment. Default: an"
              + " estimate from repeated segments, which compares how often the same words are"
              + " annotated and how often they occur.")
  private Double entityRatio;

  /** Returns a reader that keeps only the annotated parts of a corpus. */
  public CorpusReader applyTo(CorpusReader reader) {
    if (annotated == Annotated.ALL) {
      refuse(List.of("--done-type", "--rejected-type"), " needs --annotated");
    }
    return reader.withAnnotated(annotated);
  }

  /** Returns the task with the expected share of tokens in segments, if it applies. */
  public Task withEntityRatio(Task task, List<LabeledSequence> corpus) {
    if (annotated == Annotated.SEGMENTS) {
      double ratio =
          entityRatio == null ? Repetitions.entityRatio(corpus, task.scheme()) : entityRatio;
      return orWrongUse(() -> task.withEntityRatio(ratio));
    }
    if (entityRatio != null) {
      throw wrongUse(ENTITY_RATIO + " needs --annotated segments");
    }
    return task;
  }

  /**
   * Prints the expected share of tokens in segments, and a warning if the model finds far more.
   *
   * @param task task with the expected share
   * @param corpus training corpus of the model
   */
  public void report(Task task, List<LabeledSequence> corpus, Model model, PrintWriter out) {
    if (annotated == Annotated.SEGMENTS && task.scheme() != TagScheme.TOKEN) {
      EntityRatio.warning(model, corpus, task.entityRatio(), ENTITY_RATIO)
          .ifPresent(warning -> commandLine().getErr().println("gpchain: warning: " + warning));
      out.printf(
          Locale.ROOT,
          "Expected to be in segments, annotated or not: %.1f %% of the tokens (%s).%n",
          100 * task.entityRatio(),
          ENTITY_RATIO);
    }
  }
}
