package org.gpchain.internal.cli.options;

import org.gpchain.internal.corpora.CorpusReader;
import picocli.CommandLine.Option;

/** An option that limits how much of a corpus is read. */
public final class LimitOption extends CommandPart {
  @Option(
      names = "--limit",
      paramLabel = "SENTENCES",
      description = "Read only the first sentences of the corpus.")
  private Integer limit;

  public CorpusReader limited(CorpusReader reader) {
    if (limit == null) {
      return reader;
    }
    checkAtLeast("--limit", limit, 1);
    return reader.withLimit(limit);
  }
}
