package org.gpchain.internal.cli.options;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.documents.Segmenter;
import picocli.CommandLine.Option;

/** Options that select the engine that finds sentences and tokens. */
public final class SegmenterOptions extends CommandPart {
  @Option(
      names = "--segmenter",
      paramLabel = "CLASS",
      description = {
        "UIMA engine that finds the sentences and tokens of documents without tokens. Add jars that"
            + " are not part of GPChain to the environment variable GPCHAIN_CLASSPATH.",
        "Default: rules for tokens; OpenNLP's models for sentences in English and German, and the"
            + " rules of the JDK for sentences in other languages. 'english' treats all texts as"
            + " English."
      })
  private String segmenter;

  @Option(
      names = "--segmenter-param",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the segmenter. Repeat the option for several values.")
  private List<String> parameters = new ArrayList<>();

  /** Returns the segmenter. */
  public Segmenter segmenter() {
    return orWrongUse(() -> Segmenter.named(segmenter, parameters));
  }
}
