package org.gpchain.internal.formats.cas;

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
 * A deserializer of a document in UIMA JSON CAS 0.4.
 *
 * <p>The deserializer of uimaj-io-json 0.5.0 cannot replace this class: it never returns if a
 * document declares a type or has an unknown field, supports neither typed arrays nor the arrays of
 * cassis, fails if annotations belong to several views, and throws a {@link NullPointerException}
 * if a feature is not declared.
 */
final class JsonDocument {
  /** Prefixes of fields for references, numbers and offsets. */
  private static final String PREFIXES = "@#^";

  private static final String SOFA = "@" + CAS.FEATURE_BASE_NAME_SOFA;
  private static final String SOFA_ARRAY = "@" + CAS.FEATURE_BASE_NAME_SOFAARRAY;

  private final CAS document;
  private final Undeclared undeclared;

  /** Creates the converter of the file's offsets for a text. */
  private final Function<String, OffsetConverter> encoding;

  /** Converter of offsets for each view, by the name of the view. */
  private final Map<String, OffsetConverter> offsets = new HashMap<>();

  /** Feature structures by their IDs, in the order of the file. */
  private final Map<Integer, Structure> structures = new LinkedHashMap<>();

  /** Views by their names. */
  private final Map<String, CAS> views = new HashMap<>();

  /** IDs of feature structures that are left out, since their types are not declared. */
  private final Set<Integer> leftOut = new HashSet<>();

  /** Names of the views for which the file has a document annotation. */
  private final Set<String> described = new HashSet<>();

  private JsonDocument(
      CAS document, Function<String, OffsetConverter> encoding, Undeclared undeclared) {
    this.document = document;
    this.undeclared = undeclared;
    this.encoding = encoding;
    views.put(document.getViewName(), document);
  }

  /**
   * Reads a document, including the types that it declares.
   *
   * @param parser parser that creates empty documents
   * @param known types that are known without declaration
   * @param undeclared collects the types and features that are left out, since they are not
   *     declared
   * @throws DamagedDocumentException if the document does not conform to the format; the message
   *     names the place
   */
  static CAS read(
      InputStream in, CasParser parser, TypeSystemDescription known, Undeclared undeclared)
      throws IOException, UIMAException {
    JsonNode root = Json.object(Json.read(in), "the document");
    if (!root.has(JsonCas2Names.FEATURE_STRUCTURES_FIELD)) {
      throw new DamagedDocumentException("it has no " + JsonCas2Names.FEATURE_STRUCTURES_FIELD);
    }

    CAS document = document(root, parser, known);
    Function<String, OffsetConverter> encoding = encoding(root.path(JsonCas2Names.HEADER_FIELD));
    new JsonDocument(document, encoding, undeclared).fill(root);
    return document;
  }

  /** Returns an empty document with the known types and the types that the file declares. */
  private static CAS document(JsonNode root, CasParser parser, TypeSystemDescription known)
      throws IOException, UIMAException {
    if (!root.has(JsonCas2Names.TYPES_FIELD)) {
      return parser.emptyCas(known);
    }

    TypeSystemDescription declared = JsonTypes.of(root.get(JsonCas2Names.TYPES_FIELD), known);
    TypeSystems.check(declared);
    TypeSystemDescription merged = CasCreationUtils.mergeTypeSystems(List.of(known, declared));
    TypeSystems.check(merged);
    return TypeSystems.newCas(merged);
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
                  "its %s is '%s'; expected UTF-8, UTF-16 or UTF-32",
                  JsonCas2Names.HEADER_OFFSET_ENCODING, name));
    };
  }

  private void fill(JsonNode root) throws IOException {
    addStructures(root.get(JsonCas2Names.FEATURE_STRUCTURES_FIELD));
    List<Structure> sofas = new ArrayList<>();
    List<Structure> others = new ArrayList<>();
    for (Structure structure : structures.values()) {
      if (structure.isSofa()) {
        sofas.add(structure);
      } else {
        others.add(structure);
      }
    }
    Limits.check("views", sofas.size(), Limits.VIEWS);

    // All structures are created before any is filled, because features may refer to later ones.
    each(sofas, this::addView);
    each(others, Structure::create);
    each(others, Structure::fill);
    each(sofas, this::setArray);
    if (root.has(JsonCas2Names.VIEWS_FIELD)) {
      addToIndexes(root.get(JsonCas2Names.VIEWS_FIELD));
    }
  }

  /** Runs a step for each structure. Adds the structure to the message of any exception. */
  private static void each(List<Structure> structures, IOConsumer<Structure> step)
      throws DamagedDocumentException {
    for (Structure structure : structures) {
      try {
        step.accept(structure);
      } catch (IOException | RuntimeException e) {
        String place = "the feature structure %s (%s): ";
        throw new DamagedDocumentException(
            0, format(place, structure.id, structure.type.getShortName()) + Causes.damage(e), e);
      }
    }
  }

  /**
   * Adds the feature structures of a document.
   *
   * @param nodes an array, or an object whose fields are the IDs of the structures
   */
  private void addStructures(JsonNode nodes) throws DamagedDocumentException {
    if (nodes.isObject()) {
      for (Map.Entry<String, JsonNode> entry : nodes.properties()) {
        add(Integer.parseInt(entry.getKey()), entry.getValue());
      }
      return;
    }

    Json.check(nodes.isArray(), JsonCas2Names.FEATURE_STRUCTURES_FIELD, "an array");
    for (JsonNode node : nodes) {
      String place = "the feature structure " + (structures.size() + 1) + " of the list";
      JsonNode id = node.path(JsonCas2Names.ID_FIELD);
      add(Json.integer(id, place + " with its " + JsonCas2Names.ID_FIELD), node);
    }
  }

  private void add(int id, JsonNode node) throws DamagedDocumentException {
    String name = node.path(JsonCas2Names.TYPE_FIELD).asText();
    if (name.isEmpty()) {
      throw new DamagedDocumentException(format("the feature structure %s has no type", id));
    }

    TypeSystem types = document.getTypeSystem();
    Type type = types.getType(name);
    if (type == null && name.endsWith(JsonCas2Names.ARRAY_SUFFIX)) {
      type = types.getType(JsonTypes.arrayOf(JsonTypes.elementOf(name)));
    }
    if (type == null) {
      undeclared.addType(name);
      leftOut.add(id);
      return;
    }
    if (structures.put(id, new Structure(id, type, node)) != null) {
      throw new DamagedDocumentException(
          format("the feature structure %s: there is another one with the same number", id));
    }
  }

  private void addView(Structure sofa) throws DamagedDocumentException {
    String name = sofa.text(CAS.FEATURE_BASE_NAME_SOFAID);
    Json.check(name != null, CAS.FEATURE_BASE_NAME_SOFAID, "there");

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
    sofa.created = ((CASImpl) view).getSofaRef();
  }

  private CAS view(String name) {
    return views.computeIfAbsent(name, document::createView);
  }

  /** Sets the data of a sofa that is an array of numbers, such as a sound. */
  private void setArray(Structure sofa) throws DamagedDocumentException {
    if (sofa.node.has(SOFA_ARRAY)) {
      TOP array = referred(sofa.node.get(SOFA_ARRAY), SOFA_ARRAY);
      view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID))
          .setSofaDataArray(array, sofa.text(CAS.FEATURE_BASE_NAME_SOFAMIME));
    }
  }

  private void addToIndexes(JsonNode members) throws DamagedDocumentException {
    Json.object(members, JsonCas2Names.VIEWS_FIELD);
    Limits.check("views", members.size(), Limits.VIEWS);
    for (Map.Entry<String, JsonNode> entry : members.properties()) {
      CAS view = view(entry.getKey());
      List<Structure> membersOfView = new ArrayList<>();
      for (JsonNode id : entry.getValue().path(JsonCas2Names.VIEW_MEMBERS_FIELD)) {
        int number = Json.integer(id, "a member of " + entry.getKey());
        Structure member = structures.get(number);
        boolean isKnown = member != null || leftOut.contains(number);
        Json.check(isKnown, "the member " + id + " of " + entry.getKey(), "there");
        if (member != null) {
          membersOfView.add(member);
        }
      }
      each(membersOfView, member -> addToIndexes(view, member.created));
    }
  }

  private void addToIndexes(CAS view, FeatureStructure member) throws DamagedDocumentException {
    if (member instanceof AnnotationBase annotation && annotation.getView() != view) {
      throw new DamagedDocumentException(
          "it is a member of '" + view.getViewName() + "', but belongs to another view");
    }
    if (member instanceof DocumentAnnotation && described.add(view.getViewName())) {
      // Removes the document annotation that UIMA created with the text.
      List.copyOf(view.getIndexedFSs(DocumentAnnotation.class)).forEach(view::removeFsFromIndexes);
    }
    view.addFsToIndexes(member);
  }

  /** Returns the feature structure with the ID in a value, or null if it is left out. */
  private TOP referred(JsonNode value, String field) throws DamagedDocumentException {
    int number = Json.integer(value, "its " + field);
    if (leftOut.contains(number)) {
      return null;
    }
    Structure other = structures.get(number);
    if (other == null || other.created == null) {
      throw new DamagedDocumentException(
          format("its %s is %s, which is not there", field, value.intValue()));
    }
    return (TOP) other.created;
  }

  /** A feature structure of the file. */
  private final class Structure {
    private final int id;
    private final Type type;
    private final JsonNode node;

    /** The feature structure in the document; null before it is created. */
    private FeatureStructure created;

    Structure(int id, Type type, JsonNode node) {
      this.id = id;
      this.type = type;
      this.node = node;
    }

    boolean isSofa() {
      return type.getName().equals(CAS.TYPE_NAME_SOFA);
    }

    /** Returns the string in a field, or null if there is none. */
    String text(String field) throws DamagedDocumentException {
      JsonNode value = node.path(field);
      boolean isTextOrNull = value.isTextual() || value.isMissingNode() || value.isNull();
      Json.check(isTextOrNull, "its " + field, "a string");
      return value.textValue();
    }

    /** Creates the feature structure in the document, without features or elements. */
    void create() throws IOException {
      if (!type.isArray()) {
        created = viewOf().createFS(type);
        return;
      }
      JsonNode elements = node.path(JsonCas2Names.ELEMENTS_FIELD);
      int count = elements.isTextual() ? elements.binaryValue().length : elements.size();
      created = ((CASImpl) document).createArray((TypeImpl) type, count);
    }

    /** Returns the view to which an annotation belongs. */
    private CAS viewOf() throws DamagedDocumentException {
      if (!node.has(SOFA)) {
        return document;
      }
      int number = Json.integer(node.get(SOFA), "its " + SOFA);
      Structure sofa = structures.get(number);
      Json.check(sofa != null && sofa.isSofa(), "its " + SOFA + ", " + number + ",", "a sofa");
      return view(sofa.text(CAS.FEATURE_BASE_NAME_SOFAID));
    }

    /** Sets all features or elements after all structures have been created. */
    void fill() throws IOException {
      if (created instanceof CommonArrayFS<?> array) {
        setElements(array);
        return;
      }
      for (Map.Entry<String, JsonNode> field : node.properties()) {
        if (!field.getKey().startsWith(JsonCas2Names.RESERVED_FIELD_PREFIX)) {
          setFeature(field.getKey(), field.getValue());
        }
      }
    }

    /**
     * Sets a feature.
     *
     * @param field name of the feature, after the prefix {@code @} for a reference, {@code #} for a
     *     number, or {@code ^} for an offset
     */
    private void setFeature(String field, JsonNode value) throws DamagedDocumentException {
      boolean hasPrefix = !field.isEmpty() && PREFIXES.indexOf(field.charAt(0)) >= 0;
      String name = hasPrefix ? field.substring(1) : field;
      Feature feature = type.getFeatureByBaseName(name);
      if (feature == null) {
        undeclared.addFeature(type.getName(), name);
        return;
      }
      if (value.isNull() || feature.getName().equals(CAS.FEATURE_FULL_NAME_SOFA)) {
        return;
      }

      Type range = feature.getRange();
      if (range.getName().equals(CAS.TYPE_NAME_INTEGER)) {
        int number = Json.integer(value, "its " + field);
        boolean isOffset =
            field.startsWith(JsonCas2Names.ANCHOR_FEATURE_PREFIX)
                || feature.getName().equals(CAS.FEATURE_FULL_NAME_BEGIN)
                || feature.getName().equals(CAS.FEATURE_FULL_NAME_END);
        created.setIntValue(feature, isOffset ? inText(number) : number);
      } else if (range.isPrimitive()) {
        created.setFeatureValueFromString(feature, primitive(range, value, field));
      } else {
        created.setFeatureValue(feature, referred(value, field));
      }
    }

    /** Converts an offset of the file to UTF-16; returns an offset without a text unchanged. */
    private int inText(int offset) {
      if (offset < 0 || !(created instanceof Annotation annotation)) {
        return offset;
      }
      OffsetConverter converter = offsets.get(annotation.getView().getViewName());
      if (converter == null) {
        return offset;
      }
      return converter.mapExternal(offset);
    }

    @SuppressWarnings("unchecked")
    private void setElements(CommonArrayFS<?> target) throws IOException {
      JsonNode elements = node.path(JsonCas2Names.ELEMENTS_FIELD);
      if (target instanceof ByteArray array && elements.isTextual()) {
        array.copyFromArray(elements.binaryValue(), 0, 0, array.size());
        return;
      }

      Json.check(elements.isMissingNode() || elements.isArray(), "its elements", "an array");
      for (int i = 0; i < elements.size(); i++) {
        JsonNode value = elements.get(i);
        if (value.isNull()) {
          continue;
        }
        if (target instanceof CommonPrimitiveArray<?> array) {
          Type elementType = type.getComponentType();
          String element = primitive(elementType, value, JsonCas2Names.ELEMENTS_FIELD);
          array.setArrayValueFromString(i, element);
        } else {
          // A typed array checks the types of its elements.
          ((FSArray<TOP>) target).set(i, referred(value, JsonCas2Names.ELEMENTS_FIELD));
        }
      }
    }

    /** Returns a value of a primitive type in the form that UIMA parses. */
    private static String primitive(Type type, JsonNode value, String field)
        throws DamagedDocumentException {
      boolean isFloatingPoint =
          type.getName().equals(CAS.TYPE_NAME_FLOAT) || type.getName().equals(CAS.TYPE_NAME_DOUBLE);
      boolean fits =
          switch (type.getName()) {
            case CAS.TYPE_NAME_BOOLEAN -> value.isBoolean();
            case CAS.TYPE_NAME_BYTE,
                CAS.TYPE_NAME_SHORT,
                CAS.TYPE_NAME_INTEGER,
                CAS.TYPE_NAME_LONG ->
                value.isIntegralNumber();
            // NaN and infinity are written as strings.
            case CAS.TYPE_NAME_FLOAT, CAS.TYPE_NAME_DOUBLE -> value.isNumber() || value.isTextual();
            default -> value.isTextual();
          };
      Json.check(fits, "its " + field, "of the type " + type.getShortName());

      String text = value.asText();
      if (isFloatingPoint) {
        text = text.replaceFirst("Inf$", JsonCas2Names.NUMBER_FLOAT_POSITIVE_INFINITY);
      }
      return text;
    }
  }
}
