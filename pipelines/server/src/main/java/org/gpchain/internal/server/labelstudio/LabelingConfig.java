package org.gpchain.internal.server.labelstudio;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParser;
import javax.xml.parsers.SAXParserFactory;
import org.gpchain.internal.server.http.Refusal;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/**
 * The labeling configuration of a Label Studio project: its pairs of {@code <Labels>} and {@code
 * <Text>}. Other controls are ignored.
 *
 * @param texts the pairs in the order of the {@code <Labels>}, at least one
 * @param ignored number of {@code <Labels>} that are not for a {@code <Text>}
 */
record LabelingConfig(List<LabeledText> texts, int ignored) {
  /** Maximum length of a labeling configuration (UTF-16 code units). */
  private static final int MAX_LENGTH = 1_000_000;

  /** Copies the list. */
  LabelingConfig {
    texts = List.copyOf(texts);
  }

  /**
   * Parses a labeling configuration in one pass.
   *
   * @throws Refusal if it is not valid XML, is too large, or has no labels for a text
   */
  static LabelingConfig parse(String xml) throws Refusal {
    if (xml.length() > MAX_LENGTH) {
      throw Refusal.tooLarge(
          "a labeling configuration may have at most " + MAX_LENGTH + " characters");
    }

    ConfigElements elements = new ConfigElements();
    try {
      parser().parse(new InputSource(new StringReader(xml)), elements);
    } catch (ConfigElements.TooMany e) {
      throw Refusal.tooLarge(e.getMessage());
    } catch (SAXException e) {
      throw Refusal.unusable("the labeling configuration is not XML, or has a document type");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    List<LabeledText> texts = elements.texts();
    return new LabelingConfig(texts, elements.controlCount() - texts.size());
  }

  private static SAXParser parser() {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      return factory.newSAXParser();
    } catch (SAXException | ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
