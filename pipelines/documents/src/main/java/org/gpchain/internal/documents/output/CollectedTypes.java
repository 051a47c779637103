package org.gpchain.internal.documents.output;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.resource.ResourceInitializationException;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.InvalidXMLException;
import org.apache.uima.util.TypeSystemUtil;
import org.apache.uima.util.XMLInputSource;
import org.xml.sax.SAXException;

/** The merged type systems of all documents in XMI, which cannot be read without it. */
public final class CollectedTypes {
  /** Maximum number of types, which is also the maximum that GPChain reads. */
  private static final int MAX_TYPES = 10_000;

  /** Type systems that have been merged. UIMA has one instance of each while it is in use. */
  private final Set<TypeSystem> seen = Collections.newSetFromMap(new WeakHashMap<>());

  /** The merged type systems; null for none. */
  private TypeSystemDescription merged;

  /** Creates an empty collection. */
  public CollectedTypes() {}

  /** Reads the types that an earlier run has collected, in the form of {@link #toXml}. */
  public CollectedTypes(byte[] xml) throws IOException {
    try {
      XMLInputSource source = new XMLInputSource(new ByteArrayInputStream(xml), null);
      merged = UIMAFramework.getXMLParser().parseTypeSystemDescription(source);
    } catch (InvalidXMLException e) {
      throw new IOException(e);
    }
  }

  /**
   * Merges the types of a document.
   *
   * @return whether there were new types
   * @throws IOException if the types contradict other documents, or if there are too many types.
   *     Then they are not merged.
   */
  public boolean add(TypeSystem types) throws IOException {
    if (!seen.add(types)) {
      return false;
    }
    List<TypeSystemDescription> descriptions = new ArrayList<>();
    if (merged != null) {
      descriptions.add(merged);
    }
    descriptions.add(TypeSystemUtil.typeSystem2TypeSystemDescription(types));

    TypeSystemDescription extended;
    try {
      extended = CasCreationUtils.mergeTypeSystems(descriptions);
    } catch (ResourceInitializationException e) {
      seen.remove(types);
      throw new IOException(
          "its types contradict those of documents before it; annotate it in a separate run", e);
    }
    if (extended.getTypes().length > MAX_TYPES) {
      seen.remove(types);
      throw new IOException(
          "with its types, the documents have more than "
              + MAX_TYPES
              + " (a limit); annotate it in a separate run");
    }

    boolean hasNewTypes = !extended.equals(merged);
    merged = extended;
    return hasNewTypes;
  }

  /** Removes the types whose names start with a prefix. Other types must not refer to them. */
  public void removeTypes(String prefix) {
    List<TypeDescription> rest = new ArrayList<>();
    for (TypeDescription type : merged.getTypes()) {
      if (!type.getName().startsWith(prefix)) {
        rest.add(type);
      }
    }
    merged.setTypes(rest.toArray(new TypeDescription[0]));
  }

  /** Returns the merged types as a type system description in XML. */
  public byte[] toXml() throws IOException {
    ByteArrayOutputStream xml = new ByteArrayOutputStream();
    try {
      merged.toXML(xml);
    } catch (SAXException e) {
      throw XmiDocumentWriter.failure(e);
    }
    // Java indents with the line separator of the system; the file is the same on all systems.
    return xml.toString(StandardCharsets.UTF_8)
        .replace(System.lineSeparator(), "\n")
        .getBytes(StandardCharsets.UTF_8);
  }
}
