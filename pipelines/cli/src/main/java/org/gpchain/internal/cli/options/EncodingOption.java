package org.gpchain.internal.cli.options;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** The option that names the encoding of texts and files with columns. */
public final class EncodingOption {
  static final String NAME = "--encoding";

  @Option(
      names = NAME,
      paramLabel = "NAME",
      description =
          "Encoding of texts and files with columns, such as ISO-8859-1. A byte order mark at the"
              + " beginning of a file (UTF-8, UTF-16) comes first.")
  private Charset encoding = StandardCharsets.UTF_8;

  public Charset encoding() {
    return encoding;
  }
}
