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

/** Options that say what of a corpus is annotated. */
public final class AnnotatedOptions extends CommandPart {
  private static final String ENTITY_RATIO = "--entity-ratio";

  @Option(
      names = "--annotated",
      paramLabel = "WHAT",
      defaultValue = "all",
      description = {
        "What of the corpus is annotated: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "all: every token; what is in no segment is outside.",
        "marked: every token but those whose label is ?, or !TYPE, which is in no segment of the"
            + " type (!PER|LOC: of neither).",
        "sentences: those with a segment, or without ? in a file that has some, or that are done"
            + " (--done-type); of the others nothing is learned.",
        "segments: they are right, but more may be missing, see --entity-ratio."
      })
  private Annotated annotated;

  @Option(
      names = ENTITY_RATIO,
      paramLabel = "SHARE",
      description =
          "With --annotated segments: the share of the tokens that would be in segments if none"
              + " were missing; 0: nothing is expected, and nothing is learned from what is not"
              + " annotated. Default: the share that is annotated, divided by how much of what is"
              + " repeated is annotated again.")
  private Double entityRatio;

  /** A reader of a corpus of which this is annotated. */
  public CorpusReader applied(CorpusReader reader) {
    if (annotated == Annotated.ALL) {
      refuse(List.of("--done-type", "--rejected-type"), " needs --annotated");
    }
    return reader.withAnnotated(annotated);
  }

  /** A task with what is expected of the corpus. */
  public Task expecting(Task task, List<LabeledSequence> corpus) {
    if (annotated == Annotated.SEGMENTS) {
      return orWrongUse(
          () ->
              task.withEntityRatio(
                  entityRatio == null
                      ? Repetitions.entityRatio(corpus, task.scheme())
                      : entityRatio));
    }
    if (entityRatio != null) {
      throw wrongUse(ENTITY_RATIO + " needs --annotated segments");
    }
    return task;
  }

  /**
   * Says what was expected, and warns of a model that sees far more.
   *
   * @param task with what was expected
   * @param corpus that the model was learned from
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
