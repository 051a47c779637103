package org.gpchain.experiments.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Reads plots for tests. */
public final class Svg {
  private Svg() {}

  /** Reads a plot, which must be well-formed and self-contained, without paths of this machine. */
  public static Document read(Path file)
      throws IOException, ParserConfigurationException, SAXException {
    assertThat(Files.readString(file))
        .doesNotContain("<!DOCTYPE", file.getParent().toString())
        .doesNotContain(System.getProperty("user.home") + "/");
    Document svg =
        DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile());
    assertThat(svg.getDocumentElement().getTagName()).isEqualTo("svg");
    return svg;
  }

  /** Returns the text of an element that must occur once. */
  public static String text(Document svg, String element) {
    assertThat(svg.getElementsByTagName(element).getLength()).isEqualTo(1);
    return svg.getElementsByTagName(element).item(0).getTextContent();
  }

  /** Returns the number of lines of a stroke color, such as {@code rgb(0,114,178)}. */
  public static long strokes(Document svg, String color) {
    long count = 0;
    for (String element : new String[] {"path", "line", "polyline"}) {
      for (int i = 0; i < svg.getElementsByTagName(element).getLength(); i++) {
        Node node = svg.getElementsByTagName(element).item(i);
        String style = node.getAttributes().getNamedItem("style").getNodeValue();
        if (style.contains("stroke:" + color)) {
          count++;
        }
      }
    }
    return count;
  }
}
