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
 * A filter that collects the elements and attributes of an XMI document whose types and features
 * the type system does not declare. UIMA's deserializer, which is the next handler, silently
 * ignores them.
 */
final class XmiTypeCheck extends XMLFilterImpl {
  /** Namespace of elements for the structure of a document: null, sofas and views. */
  private static final String CAS_URI = "http:///uima/cas.ecore";

  private static final String XMI_URI = "http://www.omg.org/XMI";
  private static final String URI_START = "http:///";
  private static final String URI_END = ".ecore";

  /** Package in the namespace of types without a package. */
  private static final String NO_PACKAGE = "uima.noNamespace";

  /** Name of the attribute with the elements of an array. */
  private static final String ELEMENTS = "elements";

  private final TypeSystem types;
  private final Undeclared undeclared;

  /** Cache of the types of elements by namespace and name; empty if a type is not declared. */
  private final Map<String, Map<String, Optional<Type>>> cache = new HashMap<>();

  /** Number of open elements. */
  private int depth;

  /** Type of the open element below the root; null if its features need no check. */
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
    Map<String, Optional<Type>> typesOfUri = cache.computeIfAbsent(uri, key -> new HashMap<>());
    Optional<Type> type =
        typesOfUri.computeIfAbsent(
            localName, key -> Optional.ofNullable(types.getType(typeName(uri, localName))));

    boolean isStructure =
        uri.equals(CAS_URI) && (localName.equals("NULL") || localName.equals("View"));
    if (type.isEmpty() && !isStructure && !uri.equals(XMI_URI)) {
      undeclared.addType(typeName(uri, localName));
    }
    return type.orElse(null);
  }

  /**
   * Returns the name of a type, such as {@code a.b.C} in the namespace {@code http:///a/b.ecore}.
   */
  private static String typeName(String uri, String localName) {
    String path = uri;
    if (path.startsWith(URI_START)) {
      path = path.substring(URI_START.length());
    }
    if (path.endsWith(URI_END)) {
      path = path.substring(0, path.length() - URI_END.length());
    }
    String packageName = path.replace('/', '.');
    if (packageName.isEmpty() || packageName.equals(NO_PACKAGE)) {
      return localName;
    }
    return packageName + "." + localName;
  }

  private void checkAttributes(Attributes attributes) {
    if (open == null) {
      return;
    }
    for (int i = 0; i < attributes.getLength(); i++) {
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
