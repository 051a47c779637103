package org.gpchain.corpora.cas;

import static org.gpchain.core.text.Numbers.format;

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
import java.util.function.Function;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.impl.CASImpl;
import org.apache.uima.cas.impl.TypeImpl;
import org.apache.uima.jcas.cas.AnnotationBase;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.jcas.tcas.DocumentAnnotation;
import org.apache.uima.json.jsoncas2.JsonCas2Names;
import org.apache.uima.json.jsoncas2.encoding.OffsetConverter;
import org.apache.uima.json.jsoncas2.encoding.Utf16CodeunitOffsetConverter;
import org.apache.uima.json.jsoncas2.encoding.Utf32CodepointOffsetConverter;
import org.apache.uima.json.jsoncas2.encoding.Utf8ByteOffsetConverter;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;

/**
 * A document in UIMA JSON CAS 0.4. The reader is ours: that of uimaj-io-json 0.5.0 refuses
 * documents with annotations in several views, those of its own writer among them, knows no arrays
 * of a named type, and does not end for some files that are not as it expects.
 */
final class JsonDocument {
  private static final String SOFA = "@" + CAS.FEATURE_BASE_NAME_SOFA;
  private static final String SOFA_ARRAY = "@" + CAS.FEATURE_BASE_NAME_SOFAARRAY;

  private final CAS document;

  private final Function<String, OffsetConverter> encoding;

  private final Map<String, OffsetConverter> offsets = new HashMap<>();
  private final Map<Integer, JsonStructure> structures = new LinkedHashMap<>();
  private final Map<Integer, FeatureStructure> made = new HashMap<>();
  private final Map<String, CAS> views = new HashMap<>();

  /** Views that have a document annotation of the file. */
  private final Set<String> described = new HashSet<>();

  private JsonDocument(CAS document, Function<String, OffsetConverter> encoding) {
    this.document = document;
    this.encoding = encoding;
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
    new JsonDocument(document, encoding(root.path(JsonCas2Names.HEADER_FIELD))).fill(root);
    return document;
  }

  /** Returns an empty document with the types that a file declares, too. */
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

  private static Function<String, OffsetConverter> encoding(JsonNode header)
      throws DamagedDocumentException {
    String name = header.path(JsonCas2Names.HEADER_OFFSET_ENCODING).asText("UTF-16");
    return switch (name) {
      case "UTF-8" -> Utf8ByteOffsetConverter::new;
      case "UTF-16" -> Utf16CodeunitOffsetConverter::new;
      case "UTF-32" -> Utf32CodepointOffsetConverter::new;
      default ->
          throw new DamagedDocumentException(
              format(
                  "its %s is '%s'; there are UTF-8, UTF-16 and UTF-32",
                  JsonCas2Names.HEADER_OFFSET_ENCODING, name));
    };
  }

  private void fill(JsonNode root) throws DamagedDocumentException {
    List<JsonStructure> sofas = new ArrayList<>();
    for (JsonStructure structure :
        JsonStructure.all(
            root.get(JsonCas2Names.FEATURE_STRUCTURES_FIELD), document.getTypeSystem())) {
      if (structures.put(structure.id(), structure) != null) {
        throw structure.problem("there is another one of the same number");
      }
      if (structure.isSofa()) {
        sofas.add(structure);
      }
    }
    Limits.check("views", sofas.size(), Limits.VIEWS);
    for (JsonStructure sofa : sofas) {
      addView(sofa);
    }
    for (JsonStructure structure : structures.values()) {
      if (!structure.isSofa()) {
        made.put(structure.id(), make(structure));
      }
    }
    for (JsonStructure structure : structures.values()) {
      structure.fill(made(structure.id()), this);
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
    offsets.put(name, encoding.apply(text));
    made.put(sofa.id(), ((CASImpl) view).getSofaRef());
  }

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

  /** Returns the view to which an annotation says that it belongs. */
  private CAS viewOf(JsonStructure structure) throws DamagedDocumentException {
    if (!structure.node().has(SOFA)) {
      return document;
    }
    int id = Json.integer(structure.node().get(SOFA), structure.place(SOFA));
    JsonStructure sofa = structures.get(id);
    if (sofa == null || !sofa.isSofa()) {
      throw structure.problem("its " + SOFA + " is " + id + ", which is no sofa");
    }
    return view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID));
  }

  /** Returns what was made of the structure of a number; null if there is none. */
  FeatureStructure made(int id) {
    return made.get(id);
  }

  /** Returns an offset of the document as one in UTF-16. */
  int inText(FeatureStructure structure, int offset) {
    OffsetConverter converter =
        structure instanceof Annotation annotation
            ? offsets.get(annotation.getView().getViewName())
            : null;
    return converter == null || offset < 0 ? offset : converter.mapExternal(offset);
  }

  /** A sofa may be an array of numbers, such as sound. */
  private void setArray(JsonStructure sofa) throws DamagedDocumentException {
    if (sofa.node().has(SOFA_ARRAY)) {
      FeatureStructure array = sofa.referred(sofa.node().get(SOFA_ARRAY), SOFA_ARRAY, this);
      try {
        view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID))
            .setSofaDataArray(array, sofa.text(CAS.FEATURE_BASE_NAME_SOFAMIME));
      } catch (RuntimeException e) {
        throw sofa.problem(e);
      }
    }
  }

  private void addToIndexes(JsonNode members) throws DamagedDocumentException {
    Json.object(members, JsonCas2Names.VIEWS_FIELD);
    Limits.check("views", members.size(), Limits.VIEWS);
    for (Map.Entry<String, JsonNode> entry : members.properties()) {
      String place = "the view '" + entry.getKey() + "'";
      JsonNode ids = Json.object(entry.getValue(), place).path(JsonCas2Names.VIEW_MEMBERS_FIELD);
      if (!ids.isMissingNode()) {
        CAS view = view(entry.getKey());
        for (JsonNode member : Json.array(ids, place + " with its members")) {
          addToIndexes(view, Json.integer(member, place + " with a member"), place);
        }
      }
    }
  }

  private void addToIndexes(CAS view, int id, String place) throws DamagedDocumentException {
    JsonStructure structure = structures.get(id);
    if (structure == null) {
      throw new DamagedDocumentException(place + " has the member " + id + ", which is not there");
    }
    FeatureStructure member = made(id);
    if (member instanceof AnnotationBase annotation && annotation.getView() != view) {
      throw structure.problem("it is a member of " + place + ", but belongs to another one");
    }
    try {
      if (member instanceof DocumentAnnotation && described.add(view.getViewName())) {
        // The one that UIMA made with the text.
        List.copyOf(view.getIndexedFSs(DocumentAnnotation.class))
            .forEach(view::removeFsFromIndexes);
      }
      view.addFsToIndexes(member);
    } catch (RuntimeException e) {
      throw structure.problem(e);
    }
  }
}
