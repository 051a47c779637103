package org.gpchain.internal.cli.options;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;

/** The option {@code --encoding}. */
public final class EncodingOption {
  static final String NAME = "--encoding";

  @Option(
      names = NAME,
      paramLabel = "NAME",
      description =
          "Encoding of texts and files with columns, such as ISO-8859-1. A byte order mark at the"
              + " start of a file (UTF-8, UTF-16) takes precedence.")
  private Charset encoding = StandardCharsets.UTF_8;

  /** Returns the encoding. */
  public Charset encoding() {
    return encoding;
  }
}
