package org.gpchain.evaluation.inspection;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.gpchain.evaluation.inspection.ModelDescription.TemplateLine;

/**
 * A bar chart of prior variances as SVG: a bar for each template line, on a logarithmic axis, its
 * name on the left and its value on the right.
 */
final class VarianceChart {
  private static final int ROW = 20;
  private static final int TOP = 44;
  private static final int BOTTOM = 44;
  private static final int BAR_WIDTH = 420;
  private static final int VALUE_WIDTH = 70;

  /** Maximum width of a character of the labels, in pixels. */
  private static final double CHARACTER = 7.3;

  private final List<TemplateLine> lines;
  private final int lowest;
  private final int highest;
  private final int left;

  /**
   * @param lines at least one
   */
  VarianceChart(List<TemplateLine> lines) {
    this.lines = lines;
    double least = lines.stream().mapToDouble(TemplateLine::variance).min().orElseThrow();
    double most = lines.stream().mapToDouble(TemplateLine::variance).max().orElseThrow();
    this.lowest = (int) Math.ceil(Math.log10(least)) - 1;
    this.highest = (int) Math.floor(Math.log10(most)) + 1;
    int longest = lines.stream().mapToInt(line -> line.line().length()).max().orElseThrow();
    this.left = 24 + (int) Math.ceil(CHARACTER * longest);
  }

  /** Writes the chart; the stream stays open. */
  void write(OutputStream stream) throws IOException {
    try {
      XMLStreamWriter out = XMLOutputFactory.newFactory().createXMLStreamWriter(stream, "UTF-8");
      out.writeStartDocument("UTF-8", "1.0");
      int width = left + BAR_WIDTH + VALUE_WIDTH;
      int height = TOP + ROW * lines.size() + BOTTOM;
      out.writeStartElement("svg");
      out.writeDefaultNamespace("http://www.w3.org/2000/svg");
      attributes(out, "width", width, "height", height, "viewBox", "0 0 " + width + " " + height);
      attributes(out, "font-family", "monospace", "font-size", 12);
      out.writeEmptyElement("rect");
      attributes(out, "width", "100%", "height", "100%", "fill", "#ffffff");
      text(out, left, 24, "start", "Prior variance of each template line");
      axis(out);
      for (int i = 0; i < lines.size(); i++) {
        bar(out, i);
      }
      out.writeEndElement();
      out.writeEndDocument();
      out.close();
    } catch (XMLStreamException e) {
      throw new IOException("the chart could not be written: " + e.getMessage(), e);
    }
  }

  private void axis(XMLStreamWriter out) throws XMLStreamException {
    int bottom = TOP + ROW * lines.size();
    // No more than about eight labels, however wide the range is.
    int stride = 1 + (highest - lowest) / 8;
    for (int power = lowest; power <= highest; power += stride) {
      int x = position(power);
      out.writeEmptyElement("line");
      attributes(out, "x1", x, "x2", x, "y1", TOP, "y2", bottom, "stroke", "#d8d8d8");
      text(out, x, bottom + 18, "middle", "1e" + power);
    }
  }

  private void bar(XMLStreamWriter out, int index) throws XMLStreamException {
    TemplateLine line = lines.get(index);
    int y = TOP + ROW * index;
    int end = position(Math.log10(line.variance()));
    text(out, left - 8, y + 14, "end", line.line());
    out.writeEmptyElement("rect");
    attributes(out, "x", left, "y", y + 3, "width", end - left, "height", ROW - 6);
    attributes(out, "fill", "#3b6ea5");
    text(out, end + 6, y + 14, "start", String.format(Locale.ROOT, "%.3g", line.variance()));
  }

  private int position(double power) {
    return left + (int) Math.round(BAR_WIDTH * (power - lowest) / (highest - lowest));
  }

  private static void text(XMLStreamWriter out, int x, int y, String anchor, String text)
      throws XMLStreamException {
    out.writeStartElement("text");
    attributes(out, "x", x, "y", y, "text-anchor", anchor, "xml:space", "preserve");
    // A template line may hold characters that XML does not allow.
    out.writeCharacters(text.replaceAll("[\\x00-\\x1f\\ufffe\\uffff]", " "));
    out.writeEndElement();
  }

  private static void attributes(XMLStreamWriter out, Object... namesAndValues)
      throws XMLStreamException {
    for (int i = 0; i < namesAndValues.length; i += 2) {
      out.writeAttribute(namesAndValues[i].toString(), namesAndValues[i + 1].toString());
    }
  }
}
