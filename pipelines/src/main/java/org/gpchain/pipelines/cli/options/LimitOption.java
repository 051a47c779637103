package org.gpchain.pipelines.cli.options;

import org.gpchain.pipelines.corpus.CorpusReader;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** An option that limits how much of a corpus is read. */
public final class LimitOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--limit",
      paramLabel = "SENTENCES",
      description = "Read only the first sentences of the corpus.")
  private Integer limit;

  /** A reader with the limit that the user has set, if any. */
  public CorpusReader limited(CorpusReader reader) {
    if (limit == null) {
      return reader;
    }
    if (limit < 1) {
      throw new ParameterException(spec.commandLine(), "--limit must be at least 1, was " + limit);
    }
    return reader.withLimit(limit);
  }
}
