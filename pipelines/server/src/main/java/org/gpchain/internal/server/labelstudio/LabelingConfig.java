package org.gpchain.internal.server.labelstudio;

import java.io.IOException;
import java.io.StringReader;
import java.util.LinkedHashSet;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.gpchain.internal.server.http.Refusal;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The labels of a Label Studio project: its first {@code <Labels>} element for a {@code <Text>}.
 * Other controls are ignored.
 *
 * @param fromName name of the {@code <Labels>}
 * @param toName name of the {@code <Text>}
 * @param field member of a task's data that holds the text
 * @param labels labels that regions may have, at least one
 */
record LabelingConfig(String fromName, String toName, String field, Set<String> labels) {
  /** Maximum length of a labeling configuration (UTF-16 code units). */
  private static final int MAX_LENGTH = 1_000_000;

  /** Maximum number of labels. */
  private static final int MAX_LABELS = 100;

  /**
   * Parses a labeling configuration.
   *
   * @throws Refusal if it is not valid XML or has no labels for a text
   */
  static LabelingConfig parse(String xml) throws Refusal {
    if (xml.length() > MAX_LENGTH) {
      throw Refusal.tooLarge(
          "a labeling configuration may have at most " + MAX_LENGTH + " characters");
    }
    Document document = document(xml);
    NodeList texts = document.getElementsByTagName("Text");
    NodeList controls = document.getElementsByTagName("Labels");

    for (int c = 0; c < controls.getLength(); c++) {
      Element control = (Element) controls.item(c);
      for (int t = 0; t < texts.getLength(); t++) {
        Element text = (Element) texts.item(t);
        if (text.getAttribute("name").equals(control.getAttribute("toName"))) {
          return new LabelingConfig(
              control.getAttribute("name"),
              text.getAttribute("name"),
              field(text),
              labels(control));
        }
      }
    }

    throw Refusal.unusable(
        "the labeling configuration has no <Labels> whose toName is the name of a <Text>");
  }

  private static Document document(String xml) throws Refusal {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      builder.setErrorHandler(new DefaultHandler());
      return builder.parse(new InputSource(new StringReader(xml)));
    } catch (SAXException e) {
      throw Refusal.unusable("the labeling configuration is not XML, or has a document type");
    } catch (ParserConfigurationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the member of a task's data that a {@code <Text>} shows. */
  private static String field(Element text) throws Refusal {
    String value = text.getAttribute("value");
    if (value.length() < 2 || !value.startsWith("$")) {
      throw Refusal.unusable("the value of <Text> must be a member of the data, such as $text");
    }
    if (text.getAttribute("valueType").equals("url")) {
      throw Refusal.unusable("tasks must hold their text: valueType=\"url\" is not supported");
    }
    return value.substring(1);
  }

  /** Returns the labels of a control, or their aliases, which annotations contain instead. */
  private static Set<String> labels(Element control) throws Refusal {
    Set<String> labels = new LinkedHashSet<>();
    NodeList children = control.getElementsByTagName("Label");
    for (int c = 0; c < children.getLength(); c++) {
      Element label = (Element) children.item(c);
      String attribute = label.hasAttribute("alias") ? "alias" : "value";
      labels.add(label.getAttribute(attribute));
    }
    labels.remove("");
    if (labels.isEmpty() || labels.size() > MAX_LABELS) {
      throw Refusal.unusable("<Labels> must have 1 to " + MAX_LABELS + " elements <Label value>");
    }
    return labels;
  }
}
