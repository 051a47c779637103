package org.gpchain.pipelines.cli.options;

import org.gpchain.pipelines.corpus.CorpusReader;
import org.gpchain.training.data.Annotated;
import org.gpchain.training.data.Task;
import picocli.CommandLine.Option;

/** Options that say what of a corpus is annotated. */
public final class AnnotatedOptions extends MixedOptions {
  private static final String ENTITY_RATIO = "--entity-ratio";

  @Option(
      names = "--annotated",
      paramLabel = "WHAT",
      defaultValue = "all",
      description = {
        "What of the corpus is annotated: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.",
        "all: every token; what is in no segment is outside.",
        "marked: every token but those whose label is ?, or !TYPE, which is in no segment of the type"
            + " (!PER|LOC: of neither).",
        "sentences: those with a segment, or without ? in a file that has some, or that are done"
            + " (--done-type); of the others nothing is learned.",
        "segments: they are right, but more may be missing, see --entity-ratio."
      })
  private Annotated annotated;

  @Option(
      names = ENTITY_RATIO,
      paramLabel = "SHARE",
      defaultValue = "" + Task.USUAL_ENTITY_RATIO,
      description =
          "With --annotated segments: which part of the tokens is expected to be in segments if none"
              + " were missing; 0: nothing is expected, and nothing learned from what is not annotated."
              + " Default: ${DEFAULT-VALUE}.")
  private double entityRatio;

  /** A reader of a corpus of which this is annotated. */
  public CorpusReader applied(CorpusReader reader) {
    return reader.withAnnotated(annotated);
  }

  /** A task with what is expected of it. */
  public Task expecting(Task task) {
    if (annotated != Annotated.SEGMENTS) {
      if (isGiven(ENTITY_RATIO)) {
        throw wrongUse(ENTITY_RATIO + " needs --annotated segments");
      }
      return task;
    }
    return orWrongUse(() -> task.withEntityRatio(entityRatio));
  }
}
