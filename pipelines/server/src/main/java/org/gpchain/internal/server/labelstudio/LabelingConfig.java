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
 * The labels that a project of Label Studio puts on text: its first {@code <Labels>} for a {@code
 * <Text>}. Other controls are left alone.
 *
 * @param fromName name of the {@code <Labels>}
 * @param toName name of the {@code <Text>}
 * @param field member of a task's data that holds the text
 * @param labels that regions may have, at least one
 */
record LabelingConfig(String fromName, String toName, String field, Set<String> labels) {
  private static final int MAX_LENGTH = 1_000_000;
  private static final int MAX_LABELS = 100;

  /**
   * @throws Refusal if it is no XML, or has no labels for a text
   */
  static LabelingConfig parse(String xml) throws Refusal {
    if (xml.length() > MAX_LENGTH) {
      throw Refusal.tooLarge("a labelling configuration may have " + MAX_LENGTH + " characters");
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
        "the labelling configuration has no <Labels> whose toName is the name of a <Text>");
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
      throw Refusal.unusable("the labelling configuration is no XML, or has a document type");
    } catch (ParserConfigurationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

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

  /** The names of labels as results have them. */
  private static Set<String> labels(Element control) throws Refusal {
    Set<String> labels = new LinkedHashSet<>();
    NodeList children = control.getElementsByTagName("Label");
    for (int c = 0; c < children.getLength(); c++) {
      Element label = (Element) children.item(c);
      labels.add(label.getAttribute(label.hasAttribute("alias") ? "alias" : "value"));
    }
    labels.remove("");
    if (labels.isEmpty() || labels.size() > MAX_LABELS) {
      throw Refusal.unusable("<Labels> must have 1 to " + MAX_LABELS + " elements <Label value>");
    }
    return labels;
  }
}
