package org.gpchain.cli;

import java.io.PrintWriter;
import java.util.Locale;
import org.gpchain.documents.batch.BatchOutput;
import org.gpchain.documents.batch.BatchResult;

/**
 * What a run over documents did, in a few lines.
 *
 * @param result of the run
 */
record RunSummary(BatchResult result) {
  /**
   * Prints it.
   *
   * @param folder that was written to; null for standard output
   */
  void print(BatchOutput.Folder folder, PrintWriter out) {
    out.println(
        count(result.documents(), "document")
            + ", "
            + count(result.sentences(), "sentence")
            + ", "
            + count(result.segments(), "segment")
            + (result.failed() > 0 ? "; " + result.failed() + " failed" : "")
            + ".");
    if (result.before() > 0) {
      long now = result.documents() + result.failed() - result.before();
      out.println(
          "Of these, an earlier run had done "
              + result.before()
              + ", and this one did "
              + now
              + ".");
    }
    if (result.stopped()) {
      out.println("Stopped, since more documents failed than --max-failures allows.");
    }
    if (folder != null) {
      out.printf(
          Locale.ROOT,
          "Wrote %s in %.1f s (%,.0f tokens a second); %s%n",
          folder.path(),
          result.seconds(),
          result.tokensNow() / result.seconds(),
          result.stopped() ? "the same command goes on." : "index.html there has the figures.");
    }
  }

  private static String count(long number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }
}
