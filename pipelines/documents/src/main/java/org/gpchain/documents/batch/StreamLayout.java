package org.gpchain.documents.batch;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.gpchain.documents.AnnotatedResult;
import org.gpchain.documents.DocumentException;
import org.gpchain.documents.output.OutputFormat;
import org.gpchain.documents.output.StandardOutput;

/** Documents one after the other on standard output, in one format. */
final class StreamLayout implements Layout<byte[]> {
  private final PrintWriter out;
  private final OutputFormat format;

  StreamLayout(PrintWriter out, OutputFormat format) {
    this.out = out;
    this.format = format;
  }

  @Override
  public byte[] render(String id, AnnotatedResult result) throws DocumentException {
    return result.as(format.files().get(0));
  }

  @Override
  public void add(long number, String id, byte[] rendered) throws IOException {
    out.print(new String(rendered, StandardCharsets.UTF_8));
    if (out.checkError()) {
      throw StandardOutput.failure("write to a directory with --output");
    }
  }

  @Override
  public void discard(byte[] rendered) {}

  @Override
  public boolean isDue(long documents) {
    return false;
  }

  @Override
  public boolean mayEndAnywhere() {
    return true;
  }

  @Override
  public Set<String> archives(long documents) {
    return Set.of();
  }

  @Override
  public void finish() {}
}
