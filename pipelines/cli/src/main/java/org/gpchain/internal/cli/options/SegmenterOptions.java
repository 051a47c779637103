package org.gpchain.internal.cli.options;

import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.documents.Segmenter;
import picocli.CommandLine.Option;

/** Options for what finds sentences and tokens. */
public final class SegmenterOptions extends CommandPart {
  @Option(
      names = "--segmenter",
      paramLabel = "CLASS",
      description = {
        "Find sentences and tokens of documents without tokens with this UIMA engine. Jars"
            + " that are not part of GPChain go into the environment variable GPCHAIN_CLASSPATH.",
        "Default: rules for tokens, and for sentences OpenNLP's models of English and German or, in"
            + " other languages, rules of the JDK; 'english' takes all texts for English."
      })
  private String segmenter;

  @Option(
      names = "--segmenter-param",
      paramLabel = "NAME=VALUE",
      description = "A parameter of the segmenter; repeat it for several values.")
  private List<String> parameters = new ArrayList<>();

  public Segmenter segmenter() {
    return orWrongUse(() -> Segmenter.named(segmenter, parameters));
  }
}
