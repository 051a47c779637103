package org.gpchain.internal.cli.options;

import org.gpchain.internal.corpora.CorpusReader;
import picocli.CommandLine.Option;

/** The option {@code --limit}, which bounds the number of sentences that are read. */
public final class LimitOption extends CommandPart {
  @Option(
      names = "--limit",
      paramLabel = "SENTENCES",
      description = "Maximum number of sentences to read from the corpus. Default: all sentences.")
  private Integer limit;

  /** Returns a reader that stops at the limit, or the reader itself if there is none. */
  public CorpusReader limited(CorpusReader reader) {
    if (limit == null) {
      return reader;
    }
    checkAtLeast("--limit", limit, 1);
    return reader.withLimit(limit);
  }
}
