package org.gpchain.internal.documents.output;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.resource.ResourceInitializationException;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.InvalidXMLException;
import org.apache.uima.util.TypeSystemUtil;
import org.apache.uima.util.XMLInputSource;
import org.xml.sax.SAXException;

/** The types of all documents that are written in XMI, which cannot be read without them. */
public final class CollectedTypes {
  /** As many as a description may declare that is read again. */
  private static final int MAX_TYPES = 10_000;

  /** UIMA has one instance of each type system while it is in use. */
  private final Set<TypeSystem> seen = Collections.newSetFromMap(new WeakHashMap<>());

  private TypeSystemDescription all;

  public CollectedTypes() {}

  /** The types that an earlier run has collected, as {@link #toXml} gave them. */
  public CollectedTypes(byte[] xml) throws IOException {
    try {
      all =
          UIMAFramework.getXMLParser()
              .parseTypeSystemDescription(new XMLInputSource(new ByteArrayInputStream(xml), null));
    } catch (InvalidXMLException e) {
      throw new IOException(e);
    }
  }

  /**
   * Adds the types of a document, and says whether there are new ones among them.
   *
   * @throws IOException if they contradict those of other documents, or are too many; then none is
   *     added
   */
  public boolean add(TypeSystem types) throws IOException {
    if (!seen.add(types)) {
      return false;
    }
    TypeSystemDescription own = TypeSystemUtil.typeSystem2TypeSystemDescription(types);
    TypeSystemDescription merged;
    try {
      merged = CasCreationUtils.mergeTypeSystems(all == null ? List.of(own) : List.of(all, own));
    } catch (ResourceInitializationException e) {
      seen.remove(types);
      throw new IOException(
          "its types contradict those of documents before it; annotate it in a run of its own", e);
    }
    if (merged.getTypes().length > MAX_TYPES) {
      seen.remove(types);
      throw new IOException(
          "with its types, the documents have more than "
              + MAX_TYPES
              + " (a limit); annotate it in a run of its own");
    }
    boolean more = !merged.equals(all);
    all = merged;
    return more;
  }

  public byte[] toXml() throws IOException {
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    try {
      all.toXML(xml);
    } catch (SAXException e) {
      throw XmiDocumentWriter.failure(e);
    }
    // The same on every machine: Java indents with the system's line separators.
    return xml.toString(StandardCharsets.UTF_8)
        .replace(System.lineSeparator(), "\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
