package org.gpchain.cli.options;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.corpora.cas.DocumentSource;
import org.gpchain.documents.InputFormat;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which documents are annotated. */
public final class SourceOptions extends MixedOptions {
  @Option(
      names = "--input",
      paramLabel = "FILE|DIR",
      description = {
        "Documents: a file; a directory, with all documents of the format in it and below (for"
            + " text: .txt files); a pattern such as 'corpus/*.txt'; an archive (zip, tar, tar.gz),"
            + " or a compressed file (gz). - is a document on standard input. May be repeated."
      })
  private List<Path> inputs = new ArrayList<>();

  @Option(
      names = "--list",
      paramLabel = "FILE",
      description =
          "Documents and archives that are listed in a file, one a line; - is standard input.")
  private List<Path> lists = new ArrayList<>();

  @Mixin private InputOptions documents;

  /** What the user has named. */
  public List<Path> inputs() {
    if (inputs.isEmpty() && lists.isEmpty()) {
      throw wrongUse("what is to be annotated? Give --input or --list");
    }
    return inputs;
  }

  /** Files with lists. */
  public List<Path> lists() {
    return lists;
  }

  /** How documents are read. */
  public InputFormat format() {
    return documents.format();
  }

  /** What reads them, if the user has a reader; otherwise null. */
  public DocumentSource.Opener reader() {
    DocumentSource.Opener reader = documents.reader();
    if (reader != null && (inputs.size() != 1 || !lists.isEmpty())) {
      throw wrongUse("--reader needs one --input, and no --list");
    }
    return reader;
  }
}
