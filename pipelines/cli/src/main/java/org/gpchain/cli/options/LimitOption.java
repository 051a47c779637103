package org.gpchain.cli.options;

import org.gpchain.corpora.CorpusReader;
import picocli.CommandLine.Option;

/** An option that limits how much of a corpus is read. */
public final class LimitOption extends MixedOptions {
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
    checkAtLeast("--limit", limit, 1);
    return reader.withLimit(limit);
  }
}
