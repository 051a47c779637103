package org.gpchain.spark;

import java.nio.file.Path;
import java.util.List;
import org.gpchain.corpora.cas.CasFormat;
import org.gpchain.documents.InputFormat;

/** What a document is before it is annotated. */
public enum DocumentFormat {
  /** Raw text in UTF-8. */
  TEXT,
  /** UIMA XMI. */
  XMI,
  /** UIMA JSON CAS. */
  JSON;

  /**
   * How it is read.
   *
   * @param typeSystem description of types of UIMA documents; null if there is none
   */
  InputFormat input(Path typeSystem) {
    return switch (this) {
      case TEXT -> InputFormat.text();
      case XMI -> InputFormat.of(CasFormat.XMI, typeSystem, false);
      case JSON -> InputFormat.of(CasFormat.JSON, typeSystem, false);
    };
  }

  /** How names of such files end, in lower case. */
  List<String> endings() {
    return input(null).endings();
  }
}
