package org.gpchain.spark;

import java.nio.file.Path;
import org.gpchain.internal.documents.InputFormat;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasReading;

/** What a document is before it is annotated. */
public enum DocumentFormat {
  /** Raw text in UTF-8. */
  TEXT,
  /** UIMA XMI. */
  XMI,
  /** UIMA JSON CAS. */
  JSON;

  /** How it is read; there may be no type system (null). */
  InputFormat input(Path typeSystem) {
    return switch (this) {
      case TEXT -> InputFormat.text();
      case XMI -> InputFormat.of(CasFormat.XMI, new CasReading(typeSystem, false, null, false));
      case JSON ->
          InputFormat.of(CasFormat.JSONCAS, new CasReading(typeSystem, false, null, false));
    };
  }
}
