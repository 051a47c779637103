package org.gpchain.documents.output;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasIOUtils;

/** Writes documents in UIMA's compressed form 6 with their types, which needs no file beside it. */
final class BinaryCasWriter {
  private BinaryCasWriter() {}

  /** Writes a document. */
  static void write(JCas document, OutputStream out) throws IOException {
    CasIOUtils.save(document.getCas(), out, SerialFormat.COMPRESSED_FILTERED_TS);
  }
}
