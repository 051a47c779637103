package org.gpchain.pipelines.cli.options;

import java.util.Locale;
import org.gpchain.pipelines.corpus.cas.CasFormat;

/** The formats by the names they have on the command line. */
enum Format {
  CONLL2000,
  CONLL2002,
  CONLL2003,
  COLUMN,
  XMI,
  BINCAS,
  JSON;

  /** The format of UIMA documents of this name; null for formats of columns. */
  CasFormat ofDocuments() {
    return switch (this) {
      case XMI -> CasFormat.XMI;
      case BINCAS -> CasFormat.BINCAS;
      case JSON -> CasFormat.JSON;
      default -> null;
    };
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
