package org.gpchain.corpora.cas;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.impl.CASImpl;
import org.apache.uima.cas.impl.TypeImpl;
import org.apache.uima.jcas.cas.AnnotationBase;
import org.apache.uima.jcas.tcas.DocumentAnnotation;
import org.apache.uima.json.jsoncas2.JsonCas2Names;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;

/**
 * A document in UIMA JSON CAS 0.4. The reader is ours: that of uimaj-io-json 0.5.0 does not end for
 * some files that are not as it expects, and knows no arrays of a named type.
 */
final class JsonDocument {
  private static final String SOFA = "@" + CAS.FEATURE_BASE_NAME_SOFA;

  private final CAS document;
  private final JsonOffsets offsets;
  private final Map<Integer, JsonStructure> structures = new LinkedHashMap<>();

  private final Map<String, CAS> views = new HashMap<>();

  /** Views that have a document annotation of the file. */
  private final Set<String> described = new HashSet<>();

  private JsonDocument(CAS document, JsonOffsets offsets) {
    this.document = document;
    this.offsets = offsets;
    views.put(document.getViewName(), document);
  }

  /**
   * Reads a document, and the types that it declares.
   *
   * @throws DamagedDocumentException if it is not as the format has it; it says where
   */
  static CAS read(InputStream in, CasParser parser) throws IOException, UIMAException {
    JsonNode root = Json.object(Json.read(in), "the document");
    if (!root.has(JsonCas2Names.FEATURE_STRUCTURES_FIELD)) {
      throw new DamagedDocumentException("it has no " + JsonCas2Names.FEATURE_STRUCTURES_FIELD);
    }
    CAS document = document(root, parser);
    new JsonDocument(document, JsonOffsets.of(root.path(JsonCas2Names.HEADER_FIELD))).fill(root);
    return document;
  }

  /** An empty document with the types that a file declares, too. */
  private static CAS document(JsonNode root, CasParser parser) throws IOException, UIMAException {
    if (!root.has(JsonCas2Names.TYPES_FIELD)) {
      return parser.emptyCas();
    }
    TypeSystemDescription own = JsonTypes.of(root.get(JsonCas2Names.TYPES_FIELD), parser.types());
    TypeSystems.check(own);
    TypeSystemDescription all = CasCreationUtils.mergeTypeSystems(List.of(parser.types(), own));
    TypeSystems.check(all);
    return CasFormat.newCas(all);
  }

  private void fill(JsonNode root) throws DamagedDocumentException {
    List<JsonStructure> sofas = new ArrayList<>();
    for (JsonStructure structure :
        JsonStructure.all(
            root.get(JsonCas2Names.FEATURE_STRUCTURES_FIELD), document.getTypeSystem())) {
      if (structures.put(structure.id(), structure) != null) {
        throw structure.problem("there is another one of the same number");
      }
      if (structure.type().getName().equals(CAS.TYPE_NAME_SOFA)) {
        sofas.add(structure);
      }
    }
    Limits.check("views", sofas.size(), Limits.VIEWS);
    for (JsonStructure sofa : sofas) {
      addView(sofa);
    }
    for (JsonStructure structure : structures.values()) {
      if (structure.made() == null) {
        structure.setMade(make(structure));
      }
    }
    JsonFeatures features = new JsonFeatures(structures, offsets);
    for (JsonStructure structure : structures.values()) {
      features.set(structure);
    }
    for (JsonStructure sofa : sofas) {
      setArray(sofa);
    }
    if (root.has(JsonCas2Names.VIEWS_FIELD)) {
      addToIndexes(root.get(JsonCas2Names.VIEWS_FIELD));
    }
  }

  private void addView(JsonStructure sofa) throws DamagedDocumentException {
    String name = sofa.text(CAS.FEATURE_BASE_NAME_SOFAID);
    if (name == null) {
      throw sofa.problem("it has no " + CAS.FEATURE_BASE_NAME_SOFAID);
    }
    CAS view = view(name);
    String mimeType = sofa.text(CAS.FEATURE_BASE_NAME_SOFAMIME);
    String text = sofa.text(CAS.FEATURE_BASE_NAME_SOFASTRING);
    String uri = sofa.text(CAS.FEATURE_BASE_NAME_SOFAURI);
    try {
      if (text != null) {
        view.setSofaDataString(text, mimeType);
      } else if (uri != null) {
        view.setSofaDataURI(uri, mimeType);
      }
    } catch (RuntimeException e) {
      throw sofa.problem(e);
    }
    offsets.add(name, text);
    sofa.setMade((FeatureStructure) ((CASImpl) view).getSofaRef());
  }

  /** The view of a name, which is made if there is none. */
  private CAS view(String name) {
    return views.computeIfAbsent(name, document::createView);
  }

  private FeatureStructure make(JsonStructure structure) throws DamagedDocumentException {
    Type type = structure.type();
    try {
      return type.isArray()
          ? ((CASImpl) document).createArray((TypeImpl) type, structure.elementCount())
          : viewOf(structure).createFS(type);
    } catch (RuntimeException e) {
      throw structure.problem(e);
    }
  }

  /** Annotations say to which view they belong. */
  private CAS viewOf(JsonStructure structure) throws DamagedDocumentException {
    if (!structure.node().has(SOFA)) {
      return document;
    }
    int id = structure.reference(structure.node().get(SOFA), SOFA);
    JsonStructure sofa = structures.get(id);
    if (sofa == null || !sofa.type().getName().equals(CAS.TYPE_NAME_SOFA)) {
      throw structure.problem("its " + SOFA + " is " + id + ", which is no sofa");
    }
    return view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID));
  }

  /** A sofa may be an array of numbers, such as sound. */
  private void setArray(JsonStructure sofa) throws DamagedDocumentException {
    String name = "@" + CAS.FEATURE_BASE_NAME_SOFAARRAY;
    if (sofa.node().has(name)) {
      int id = sofa.reference(sofa.node().get(name), name);
      if (!structures.containsKey(id)) {
        throw sofa.problem("its " + name + " is " + id + ", which is not there");
      }
      try {
        view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID))
            .setSofaDataArray(structures.get(id).made(), sofa.text(CAS.FEATURE_BASE_NAME_SOFAMIME));
      } catch (RuntimeException e) {
        throw sofa.problem(e);
      }
    }
  }

  private void addToIndexes(JsonNode views) throws DamagedDocumentException {
    Json.object(views, JsonCas2Names.VIEWS_FIELD);
    Limits.check("views", views.size(), Limits.VIEWS);
    for (Map.Entry<String, JsonNode> entry : views.properties()) {
      String place = "the view '" + entry.getKey() + "'";
      JsonNode members =
          Json.object(entry.getValue(), place).path(JsonCas2Names.VIEW_MEMBERS_FIELD);
      if (!members.isMissingNode()) {
        CAS view = view(entry.getKey());
        for (JsonNode member : Json.array(members, place + " with its members")) {
          addToIndexes(view, member, place);
        }
      }
    }
  }

  private void addToIndexes(CAS view, JsonNode member, String place)
      throws DamagedDocumentException {
    int id = JsonStructure.id(member, place + " with a member");
    JsonStructure structure = structures.get(id);
    if (structure == null) {
      throw new DamagedDocumentException(place + " has the member " + id + ", which is not there");
    }
    FeatureStructure made = structure.made();
    if (made instanceof AnnotationBase annotation && annotation.getView() != view) {
      throw structure.problem("it is a member of " + place + ", but belongs to another one");
    }
    try {
      if (made instanceof DocumentAnnotation && described.add(view.getViewName())) {
        // The one that UIMA made with the text.
        List.copyOf(view.getIndexedFSs(DocumentAnnotation.class))
            .forEach(view::removeFsFromIndexes);
      }
      view.addFsToIndexes(made);
    } catch (RuntimeException e) {
      throw structure.problem(e);
    }
  }
}
