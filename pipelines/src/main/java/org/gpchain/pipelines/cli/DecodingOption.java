package org.gpchain.pipelines.cli;

import org.gpchain.core.predict.DecodingOptions.Decoding;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** An option that says how labels are chosen. */
final class DecodingOption {
  @Option(
      names = "--decoding",
      paramLabel = "HOW",
      defaultValue = "segments",
      converter = DecodingConverter.class,
      description = {
        "segments: the segments with the largest expected F1.",
        "marginal: the legal labels with the largest sum of marginals.",
        "viterbi: the most probable legal sequence of labels.",
        "Default: ${DEFAULT-VALUE}."
      })
  private Decoding decoding;

  Decoding decoding() {
    return decoding;
  }

  /** Ways of decoding by their names on the command line. */
  static final class DecodingConverter implements ITypeConverter<Decoding> {
    @Override
    public Decoding convert(String value) {
      return LowerCaseNames.of(Decoding.values(), value);
    }
  }
}
