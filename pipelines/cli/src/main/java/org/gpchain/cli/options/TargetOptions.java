package org.gpchain.cli.options;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import org.gpchain.corpora.InputFiles;
import org.gpchain.documents.batch.BatchOutput;
import org.gpchain.documents.output.OutputFormat;
import picocli.CommandLine.Option;

/** Options that say how annotated documents are written. */
public final class TargetOptions extends MixedOptions {
  @Option(
      names = "--output",
      required = true,
      paramLabel = "DIR",
      description =
          "Where to write; created if missing. The same command continues where an earlier"
              + " run has ended. - is standard output, for one format.")
  private Path output;

  @Option(
      names = "--overwrite",
      description =
          "Start again, and replace files of earlier runs; otherwise they are never replaced.")
  private boolean overwrite;

  @Option(
      names = "--to",
      split = ",",
      paramLabel = "FORMAT",
      description = {
        "What to write, one or more of: ${COMPLETION-CANDIDATES}. Default: html and xmi.",
        "html: a page to read. xmi: for UIMA tools, with the type system. bincas: the same,"
            + " smaller, with its types. json: for programs; jsonl: in short, one document per"
            + " line. conll: one token per line, with label and probability. brat: two files for"
            + " brat, an annotation tool."
      })
  private Set<OutputFormat> formats = EnumSet.noneOf(OutputFormat.class);

  @Option(
      names = "--shard",
      paramLabel = "N",
      description =
          "Write archives of N documents, one for each format (jsonl: a file of N lines), instead"
              + " of files for each document.")
  private Integer shard;

  public Set<OutputFormat> formats() {
    return formats.isEmpty() ? OutputFormat.DEFAULT : formats;
  }

  public boolean isStandardOutput() {
    return output.equals(InputFiles.STANDARD_STREAM);
  }

  /** Where documents go, which is not standard output. */
  public BatchOutput.Folder folder() {
    if (shard != null) {
      checkAtLeast("--shard", shard, 1);
    }
    return new BatchOutput.Folder(output, overwrite, shard == null ? 0 : shard);
  }

  public void checkStandardOutput() {
    if (formats.size() != 1) {
      throw wrongUse("--output - writes one format: name it with --to");
    }
    if (shard != null || overwrite) {
      throw wrongUse("--output - excludes --shard and --overwrite");
    }
  }
}
