package org.gpchain.internal.formats.cas;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.xml.sax.Attributes;
import org.xml.sax.ContentHandler;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.XMLFilterImpl;

/**
 * Notes the elements and attributes of an XMI document that stand for types and features which its
 * type system does not have: UIMA's reader, which comes next, passes over them without a word.
 */
final class XmiTypeCheck extends XMLFilterImpl {
  /** Elements in this package describe the document: its null, its texts, and its views. */
  private static final String CAS_URI = "http:///uima/cas.ecore";

  private static final String XMI_URI = "http://www.omg.org/XMI";
  private static final String URI_START = "http:///";
  private static final String URI_END = ".ecore";
  private static final String NO_PACKAGE = "uima.noNamespace";
  private static final String ELEMENTS = "elements";

  private final TypeSystem types;
  private final Undeclared undeclared;

  /** The types of elements, by name space and name; empty if the type is not declared. */
  private final Map<String, Map<String, Optional<Type>>> known = new HashMap<>();

  private int depth;

  /** The type of the element that is open below the root; null if there is nothing to check. */
  private Type open;

  XmiTypeCheck(TypeSystem types, ContentHandler reader, Undeclared undeclared) {
    this.types = types;
    this.undeclared = undeclared;
    setContentHandler(reader);
  }

  @Override
  public void startElement(String uri, String localName, String name, Attributes attributes)
      throws SAXException {
    if (depth == 1) {
      open = typeOf(uri, localName);
      checkAttributes(attributes);
    } else if (depth == 2 && open != null) {
      checkFeature(localName);
    }
    depth++;
    super.startElement(uri, localName, name, attributes);
  }

  @Override
  public void endElement(String uri, String localName, String name) throws SAXException {
    depth--;
    super.endElement(uri, localName, name);
  }

  private Type typeOf(String uri, String localName) {
    Optional<Type> type =
        known
            .computeIfAbsent(uri, same -> new HashMap<>())
            .computeIfAbsent(
                localName, same -> Optional.ofNullable(types.getType(typeName(uri, localName))));
    boolean isStructure =
        uri.equals(CAS_URI) && (localName.equals("NULL") || localName.equals("View"));
    if (type.isEmpty() && !isStructure && !uri.equals(XMI_URI)) {
      undeclared.addType(typeName(uri, localName));
    }
    return type.orElse(null);
  }

  /** Returns the name of the type {@code a.b.C}, whose name space is {@code http:///a/b.ecore}. */
  private static String typeName(String uri, String localName) {
    String path = uri.startsWith(URI_START) ? uri.substring(URI_START.length()) : uri;
    String stem =
        path.endsWith(URI_END) ? path.substring(0, path.length() - URI_END.length()) : path;
    String prefix = stem.replace('/', '.');
    return prefix.isEmpty() || prefix.equals(NO_PACKAGE) ? localName : prefix + "." + localName;
  }

  private void checkAttributes(Attributes attributes) {
    for (int i = 0; open != null && i < attributes.getLength(); i++) {
      if (!attributes.getURI(i).equals(XMI_URI)) {
        checkFeature(attributes.getQName(i));
      }
    }
  }

  private void checkFeature(String name) {
    boolean isKnown =
        open.getFeatureByBaseName(name) != null || (open.isArray() && name.equals(ELEMENTS));
    if (!isKnown) {
      undeclared.addFeature(open.getName(), name);
    }
  }
}
