package org.gpchain.experiments.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** A plot that was written. */
public final class Svg {
  private Svg() {}

  /** Reads a plot, which must be well-formed, self-contained and not tell of this machine. */
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

  /** The words of an element that is there once. */
  public static String text(Document svg, String element) {
    assertThat(svg.getElementsByTagName(element).getLength()).isEqualTo(1);
    return svg.getElementsByTagName(element).item(0).getTextContent();
  }

  /** Number of outlines of one stroke colour, written as {@code rgb(0,114,178)}. */
  public static long strokes(Document svg, String colour) {
    long count = 0;
    for (String element : new String[] {"path", "line", "polyline"}) {
      for (int i = 0; i < svg.getElementsByTagName(element).getLength(); i++) {
        String style =
            svg.getElementsByTagName(element)
                .item(i)
                .getAttributes()
                .getNamedItem("style")
                .getNodeValue();
        count += style.contains("stroke:" + colour) ? 1 : 0;
      }
    }
    return count;
  }
}
