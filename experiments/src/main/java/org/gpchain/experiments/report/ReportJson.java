package org.gpchain.experiments.report;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.io.OutputStream;

/** Reports as JSON. */
public final class ReportJson {
  private static final ObjectWriter JSON = writer();

  private ReportJson() {}

  private static ObjectWriter writer() {
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    // The same line ends on every system.
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    return new ObjectMapper().writer(printer);
  }

  /** JSON has no word for NaN and infinity. */
  public static Double orNull(double value) {
    return Double.isFinite(value) ? Double.valueOf(value) : null;
  }

  /** Writes a record as a JSON object in UTF-8. */
  public static void write(Record report, OutputStream out) throws IOException {
    out.write(JSON.writeValueAsBytes(report));
    out.write('\n');
  }
}
