package org.gpchain.spark;

import java.nio.file.Path;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasReading;

/** Format of the documents to annotate. */
public enum DocumentFormat {
  /** Raw text in UTF-8. */
  TEXT,
  /** UIMA XMI. */
  XMI,
  /** UIMA JSON CAS. */
  JSON;

  /**
   * Returns how documents in this format are read.
   *
   * @param typeSystem description of the types of UIMA documents; null for the default types
   */
  InputFormat input(Path typeSystem) {
    if (this == TEXT) {
      return InputFormat.text();
    }
    CasFormat format = this == XMI ? CasFormat.XMI : CasFormat.JSONCAS;
    return InputFormat.of(format, new CasReading(typeSystem, false, null, false));
  }
}
