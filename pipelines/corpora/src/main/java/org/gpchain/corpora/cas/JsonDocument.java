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
import org.apache.commons.io.function.IOConsumer;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.CommonArrayFS;
import org.apache.uima.cas.Feature;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.TypeSystem;
import org.apache.uima.cas.impl.CASImpl;
import org.apache.uima.cas.impl.TypeImpl;
import org.apache.uima.jcas.cas.AnnotationBase;
import org.apache.uima.jcas.cas.ByteArray;
import org.apache.uima.jcas.cas.CommonPrimitiveArray;
import org.apache.uima.jcas.cas.FSArray;
import org.apache.uima.jcas.cas.TOP;
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
  private static final String PREFIXES = "@#^";
  private static final String SOFA = "@" + CAS.FEATURE_BASE_NAME_SOFA;
  private static final String SOFA_ARRAY = "@" + CAS.FEATURE_BASE_NAME_SOFAARRAY;

  private final CAS document;

  private final Function<String, OffsetConverter> encoding;

  private final Map<String, OffsetConverter> offsets = new HashMap<>();
  private final Map<Integer, Structure> structures = new LinkedHashMap<>();
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
    return TypeSystems.newCas(all);
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

  private void fill(JsonNode root) throws IOException {
    List<Structure> sofas = new ArrayList<>();
    for (Structure structure : all(root.get(JsonCas2Names.FEATURE_STRUCTURES_FIELD))) {
      if (structures.put(structure.id, structure) != null) {
        throw structure.problem("there is another one of the same number");
      }
      if (structure.isSofa()) {
        sofas.add(structure);
      }
    }
    Limits.check("views", sofas.size(), Limits.VIEWS);
    each(sofas, this::addView);
    List<Structure> others = structures.values().stream().filter(s -> !s.isSofa()).toList();
    each(others, this::make);
    each(others, structure -> structure.fill(made.get(structure.id)));
    each(sofas, this::setArray);
    if (root.has(JsonCas2Names.VIEWS_FIELD)) {
      addToIndexes(root.get(JsonCas2Names.VIEWS_FIELD));
    }
  }

  /** UIMA refuses values with exceptions that it does not declare. */
  private static void each(List<Structure> structures, IOConsumer<Structure> step)
      throws IOException {
    for (Structure structure : structures) {
      try {
        step.accept(structure);
      } catch (RuntimeException e) {
        throw structure.problem(e);
      }
    }
  }

  private void addView(Structure sofa) throws DamagedDocumentException {
    String name = sofa.text(CAS.FEATURE_BASE_NAME_SOFAID);
    if (name == null) {
      throw sofa.problem("it has no " + CAS.FEATURE_BASE_NAME_SOFAID);
    }
    CAS view = view(name);
    String mimeType = sofa.text(CAS.FEATURE_BASE_NAME_SOFAMIME);
    String text = sofa.text(CAS.FEATURE_BASE_NAME_SOFASTRING);
    String uri = sofa.text(CAS.FEATURE_BASE_NAME_SOFAURI);
    if (text != null) {
      view.setSofaDataString(text, mimeType);
    } else if (uri != null) {
      view.setSofaDataURI(uri, mimeType);
    }
    offsets.put(name, encoding.apply(text));
    made.put(sofa.id, ((CASImpl) view).getSofaRef());
  }

  private CAS view(String name) {
    return views.computeIfAbsent(name, document::createView);
  }

  private void make(Structure structure) throws DamagedDocumentException {
    Type type = structure.type;
    made.put(
        structure.id,
        type.isArray()
            ? ((CASImpl) document).createArray((TypeImpl) type, structure.elementCount())
            : viewOf(structure).createFS(type));
  }

  /** Returns the view to which an annotation says that it belongs. */
  private CAS viewOf(Structure structure) throws DamagedDocumentException {
    if (!structure.node.has(SOFA)) {
      return document;
    }
    int id = Json.integer(structure.node.get(SOFA), structure.place(SOFA));
    Structure sofa = structures.get(id);
    if (sofa == null || !sofa.isSofa()) {
      throw structure.problem("its " + SOFA + " is " + id + ", which is no sofa");
    }
    return view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID));
  }

  /** Returns an offset of the document as one in UTF-16. */
  private int inText(FeatureStructure structure, int offset) {
    OffsetConverter converter =
        structure instanceof Annotation annotation
            ? offsets.get(annotation.getView().getViewName())
            : null;
    return converter == null || offset < 0 ? offset : converter.mapExternal(offset);
  }

  /** A sofa may be an array of numbers, such as sound. */
  private void setArray(Structure sofa) throws DamagedDocumentException {
    if (sofa.node.has(SOFA_ARRAY)) {
      FeatureStructure array = sofa.referred(sofa.node.get(SOFA_ARRAY), SOFA_ARRAY);
      view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID))
          .setSofaDataArray(array, sofa.text(CAS.FEATURE_BASE_NAME_SOFAMIME));
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
    Structure structure = structures.get(id);
    if (structure == null) {
      throw new DamagedDocumentException(place + " has the member " + id + ", which is not there");
    }
    FeatureStructure member = made.get(id);
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

  /**
   * Returns all feature structures of a document.
   *
   * @param nodes an array, or an object that has their numbers as its fields
   */
  private List<Structure> all(JsonNode nodes) throws DamagedDocumentException {
    List<Structure> all = new ArrayList<>();
    if (nodes.isObject()) {
      for (Map.Entry<String, JsonNode> entry : nodes.properties()) {
        all.add(new Structure(numberOf(entry.getKey()), entry.getValue()));
      }
    } else {
      for (JsonNode node : Json.array(nodes, JsonCas2Names.FEATURE_STRUCTURES_FIELD)) {
        String place = "the feature structure " + (all.size() + 1) + " of the list";
        JsonNode id = Json.object(node, place).path(JsonCas2Names.ID_FIELD);
        all.add(
            new Structure(Json.integer(id, place + " with its " + JsonCas2Names.ID_FIELD), node));
      }
    }
    return all;
  }

  private static int numberOf(String key) throws DamagedDocumentException {
    try {
      return Integer.parseInt(key);
    } catch (NumberFormatException e) {
      throw new DamagedDocumentException(
          0, "the number of a feature structure is '" + key + "'", e);
    }
  }

  /** A feature structure. */
  private final class Structure {
    private final int id;
    private final Type type;
    private final JsonNode node;

    Structure(int id, JsonNode node) throws DamagedDocumentException {
      String place = "the feature structure " + id;
      String name =
          Json.text(
              Json.object(node, place).path(JsonCas2Names.TYPE_FIELD),
              place + " with its " + JsonCas2Names.TYPE_FIELD);
      TypeSystem types = document.getTypeSystem();
      boolean isOther = types.getType(name) == null && name.endsWith(JsonCas2Names.ARRAY_SUFFIX);
      this.id = id;
      this.node = node;
      this.type = types.getType(isOther ? CAS.TYPE_NAME_FS_ARRAY : name);
      if (type == null) {
        throw new DamagedDocumentException(
            place + " has the type '" + name + "', which is not declared");
      }
    }

    boolean isSofa() {
      return type.getName().equals(CAS.TYPE_NAME_SOFA);
    }

    private String place() {
      return "the feature structure " + id + " (" + type.getShortName() + ")";
    }

    String place(String field) {
      return place() + " with its " + field;
    }

    DamagedDocumentException problem(String problem) {
      return new DamagedDocumentException(place() + ": " + problem);
    }

    DamagedDocumentException problem(RuntimeException cause) {
      return new DamagedDocumentException(0, place() + ": " + Causes.damage(cause), cause);
    }

    String text(String field) throws DamagedDocumentException {
      JsonNode value = node.path(field);
      return value.isMissingNode() || value.isNull() ? null : Json.text(value, place(field));
    }

    /** Returns what was made of the structure whose number a value is. */
    TOP referred(JsonNode value, String field) throws DamagedDocumentException {
      int other = Json.integer(value, place(field));
      FeatureStructure found = JsonDocument.this.made.get(other);
      if (found == null) {
        throw problem("its " + field + " is " + other + ", which is not there");
      }
      return (TOP) found;
    }

    int elementCount() throws DamagedDocumentException {
      JsonNode elements = node.path(JsonCas2Names.ELEMENTS_FIELD);
      return elements.isTextual() ? bytes().length : elements.size();
    }

    private byte[] bytes() throws DamagedDocumentException {
      try {
        return node.get(JsonCas2Names.ELEMENTS_FIELD).binaryValue();
      } catch (IOException e) {
        throw new DamagedDocumentException(
            0, place(JsonCas2Names.ELEMENTS_FIELD) + " is not base 64", e);
      }
    }

    /** Sets all features, or elements, once all structures are made. */
    void fill(FeatureStructure made) throws DamagedDocumentException {
      if (made instanceof CommonArrayFS<?> array) {
        setElements(array);
        return;
      }
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        if (!field.getKey().startsWith(JsonCas2Names.RESERVED_FIELD_PREFIX)) {
          setFeature(made, field.getKey(), field.getValue());
        }
      }
    }

    /**
     * @param field the name of a feature, after {@code @} if its value is a reference, {@code #} if
     *     it is a number, {@code ^} if it is an offset
     */
    private void setFeature(FeatureStructure made, String field, JsonNode value)
        throws DamagedDocumentException {
      boolean prefixed = !field.isEmpty() && PREFIXES.indexOf(field.charAt(0)) >= 0;
      String name = prefixed ? field.substring(1) : field;
      Feature feature = type.getFeatureByBaseName(name);
      if (feature == null) {
        throw problem("its type has no feature '" + name + "'");
      }
      if (value.isNull() || feature.getName().equals(CAS.FEATURE_FULL_NAME_SOFA)) {
        return;
      }
      Type range = feature.getRange();
      if (range.getName().equals(CAS.TYPE_NAME_INTEGER)) {
        int number = Json.integer(value, place(field));
        boolean isOffset =
            field.startsWith(JsonCas2Names.ANCHOR_FEATURE_PREFIX)
                || feature.getName().equals(CAS.FEATURE_FULL_NAME_BEGIN)
                || feature.getName().equals(CAS.FEATURE_FULL_NAME_END);
        made.setIntValue(feature, isOffset ? inText(made, number) : number);
      } else if (range.isPrimitive()) {
        made.setFeatureValueFromString(feature, Json.primitive(range, value, place(field)));
      } else {
        made.setFeatureValue(feature, referred(value, field));
      }
    }

    @SuppressWarnings("unchecked")
    private void setElements(CommonArrayFS<?> made) throws DamagedDocumentException {
      JsonNode elements = node.path(JsonCas2Names.ELEMENTS_FIELD);
      if (made instanceof ByteArray array && elements.isTextual()) {
        array.copyFromArray(bytes(), 0, 0, array.size());
        return;
      }
      String place = place(JsonCas2Names.ELEMENTS_FIELD);
      Json.check(elements.isMissingNode() || elements.isArray(), place, "an array");
      for (int i = 0; i < elements.size(); i++) {
        JsonNode value = elements.get(i);
        if (value.isNull()) {
          continue;
        }
        if (made instanceof CommonPrimitiveArray<?> array) {
          array.setArrayValueFromString(i, Json.primitive(type.getComponentType(), value, place));
        } else {
          // The elements may be limited to a type, which the array checks itself.
          ((FSArray<TOP>) made).set(i, referred(value, JsonCas2Names.ELEMENTS_FIELD));
        }
      }
    }
  }
}
