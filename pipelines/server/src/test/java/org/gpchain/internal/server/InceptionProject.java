package org.gpchain.internal.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Lemma;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.TypeSystemUtil;

/**
 * A layer of an INCEpTION project, and the requests of INCEpTION's client for it. As in INCEpTION,
 * the type system has the features of suggestions, links, another layer and INCEpTION's metadata;
 * documents are XMI in a JSON string, in the language {@code x-unspecified}.
 */
public final class InceptionProject {
  public static final String NAMED_ENTITY =
      "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity";
  public static final String CHUNK = "de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk";
  public static final String POS = "de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS";
  public static final String CUSTOM = "webanno.custom.Place";

  private static final String LINK = "webanno.custom.PlaceLink";
  private static final String METADATA = "de.tudarmstadt.ukp.clarin.webanno.api.type.CASMetadata";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String layer;
  private final String feature;
  private final String anchoring;
  private final TypeSystemDescription types;
  private final String typeSystem;

  /**
   * Creates a project with one layer, whose type is added if DKPro does not have it.
   *
   * @param anchoring as metadata call it
   */
  public InceptionProject(String layer, String feature, String anchoring) throws Exception {
    this(layer, feature, CAS.TYPE_NAME_STRING, anchoring);
  }

  /**
   * Creates a project with one layer whose feature has a type.
   *
   * @param range name of the type of the feature
   */
  public InceptionProject(String layer, String feature, String range, String anchoring)
      throws Exception {
    this.layer = layer;
    this.feature = feature;
    this.anchoring = anchoring;
    TypeSystemDescription own =
        TypeSystemDescriptionFactory.createTypeSystemDescription(new String[0]);
    TypeDescription type = own.addType(layer, "", CAS.TYPE_NAME_ANNOTATION);
    type.addFeature(feature, "", range);
    type.addFeature(feature + "_score", "", CAS.TYPE_NAME_DOUBLE);
    type.addFeature(feature + "_score_explanation", "", CAS.TYPE_NAME_STRING);
    type.addFeature(feature + "_correction", "", CAS.TYPE_NAME_BOOLEAN);
    type.addFeature(feature + "_correction_explanation", "", CAS.TYPE_NAME_STRING);
    type.addFeature(feature + "_auto_accept", "", CAS.TYPE_NAME_STRING);
    type.addFeature("inception_internal_predicted", "", CAS.TYPE_NAME_BOOLEAN);
    type.addFeature("links", "", CAS.TYPE_NAME_FS_ARRAY, LINK, true);
    own.addType(LINK, "", CAS.TYPE_NAME_TOP).addFeature("target", "", CAS.TYPE_NAME_ANNOTATION);
    own.addType("webanno.custom.Other", "", CAS.TYPE_NAME_ANNOTATION)
        .addFeature("count", "", CAS.TYPE_NAME_INTEGER);
    TypeDescription metadata = own.addType(METADATA, "", CAS.TYPE_NAME_ANNOTATION_BASE);
    metadata.addFeature("username", "", CAS.TYPE_NAME_STRING);
    metadata.addFeature("sourceDocumentId", "", CAS.TYPE_NAME_LONG);
    this.types =
        CasCreationUtils.mergeTypeSystems(
            List.of(TypeSystemDescriptionFactory.createTypeSystemDescription(), own));
    StringWriter xml = new StringWriter();
    // INCEpTION creates the description from the type system of its documents too.
    TypeSystemUtil.typeSystem2TypeSystemDescription(
            CasCreationUtils.createCas(types, null, null).getTypeSystem())
        .toXML(xml);
    this.typeSystem = xml.toString();
  }

  /** A suggestion or an annotation of a user. */
  public record Label(
      int begin, int end, String text, String value, boolean suggested, double score, String why) {}

  /**
   * Returns a document. Annotations are marked in its sentences, as in {@code in [New York|LOC]}.
   * They may begin and end inside a token: {@code [Ann|PER]'s}.
   */
  public String xmi(String... sentences) throws Exception {
    CAS cas = CasCreationUtils.createCas(types, null, null);
    StringBuilder text = new StringBuilder();
    List<int[]> labels = new ArrayList<>();
    List<String> values = new ArrayList<>();
    List<Annotation> found = new ArrayList<>();

    for (String sentence : sentences) {
      int begin = text.length();
      int open = -1;
      for (String word : sentence.split(" ", -1)) {
        String plain = word;
        int bracket = plain.indexOf('[');
        if (bracket >= 0) {
          open = text.length() + bracket;
          plain = plain.substring(0, bracket) + plain.substring(bracket + 1);
        }
        int bar = plain.indexOf('|');
        if (open >= 0 && bar >= 0) {
          int close = plain.indexOf(']');
          labels.add(new int[] {open, text.length() + bar});
          values.add(plain.substring(bar + 1, close));
          plain = plain.substring(0, bar) + plain.substring(close + 1);
          open = -1;
        }
        found.add(new Token(cas.getJCas(), text.length(), text.length() + plain.length()));
        text.append(plain).append(' ');
      }
      found.add(new Sentence(cas.getJCas(), begin, text.length() - 1));
    }

    cas.setDocumentText(text.toString());
    cas.setDocumentLanguage("x-unspecified");
    found.forEach(Annotation::addToIndexes);
    FeatureStructure metadata = cas.createFS(cas.getTypeSystem().getType(METADATA));
    metadata.setFeatureValueFromString(metadata.getType().getFeatureByBaseName("username"), "ann");
    cas.addFsToIndexes(metadata);
    Type type = cas.getTypeSystem().getType(layer);

    for (int i = 0; i < values.size(); i++) {
      Annotation annotation =
          (Annotation) cas.createAnnotation(type, labels.get(i)[0], labels.get(i)[1]);
      if (!values.get(i).isEmpty()) {
        annotation.setFeatureValueFromString(type.getFeatureByBaseName(feature), values.get(i));
      }
      annotation.addToIndexes();
    }

    return xmi(cas);
  }

  /**
   * Returns a document with a part of speech and a lemma for each token, as documents that were
   * imported from other tools have them.
   */
  public String withLinguisticAnnotations(String xmi) throws Exception {
    CAS cas = CasCreationUtils.createCas(types, null, null);
    XmiCasDeserializer.deserialize(
        new ByteArrayInputStream(xmi.getBytes(StandardCharsets.UTF_8)), cas);
    JCas document = cas.getJCas();
    for (Token token : List.copyOf(document.getAnnotationIndex(Token.class))) {
      int begin = token.getBegin();
      int end = token.getEnd();
      POS pos = new POS(document, begin, end);
      pos.setPosValue("NN");
      Lemma lemma = new Lemma(document, begin, end);
      lemma.setValue(token.getCoveredText());
      pos.addToIndexes();
      lemma.addToIndexes();
      token.setPos(pos);
      token.setLemma(lemma);
    }
    return xmi(cas);
  }

  private static String xmi(CAS cas) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    XmiCasSerializer.serialize(cas, null, out, true, null);
    return out.toString(StandardCharsets.UTF_8);
  }

  /** Returns the annotations of the layer, including those of users. */
  public List<Label> labels(String xmi) throws Exception {
    CAS cas = CasCreationUtils.createCas(types, null, null);
    XmiCasDeserializer.deserialize(
        new ByteArrayInputStream(xmi.getBytes(StandardCharsets.UTF_8)), cas);
    Type type = cas.getTypeSystem().getType(layer);
    List<Label> labels = new ArrayList<>();

    for (Annotation a : cas.<Annotation>select(type)) {
      labels.add(
          new Label(
              a.getBegin(),
              a.getEnd(),
              a.getCoveredText(),
              a.getFeatureValueAsString(type.getFeatureByBaseName(feature)),
              a.getBooleanValue(type.getFeatureByBaseName("inception_internal_predicted")),
              a.getDoubleValue(type.getFeatureByBaseName(feature + "_score")),
              a.getStringValue(type.getFeatureByBaseName(feature + "_score_explanation"))));
    }

    return labels;
  }

  /** Returns the suggestions. If several overlap, returns the most probable. */
  public List<Label> suggestions(String xmi) throws Exception {
    List<Label> best = new ArrayList<>();
    for (Label label : labels(xmi)) {
      if (label.suggested()
          && labels(xmi).stream()
              .noneMatch(
                  other ->
                      other.suggested()
                          && other.score() > label.score()
                          && other.begin() < label.end()
                          && label.begin() < other.end())) {
        best.add(label);
      }
    }
    return best;
  }

  private ObjectNode request() {
    ObjectNode request = MAPPER.createObjectNode();
    ObjectNode metadata = request.putObject("metadata");
    metadata.put("layer", layer).put("feature", feature).put("projectId", 42);
    metadata.put("anchoringMode", anchoring).put("crossSentence", true);
    metadata.putObject("range").put("begin", 0).put("end", Integer.MAX_VALUE);
    metadata.put("somethingNew", "that nobody knows");
    return request.put("typeSystem", typeSystem);
  }

  private static ObjectNode document(String xmi, String user) {
    return MAPPER
        .createObjectNode()
        .put("xmi", xmi)
        .put("documentId", 7)
        .put("userId", user)
        .put("somethingNew", 1);
  }

  /** Returns a request for suggestions without tag sets, as INCEpTION sends until version 40. */
  public ObjectNode predict(String user, String xmi) {
    ObjectNode request = request();
    request.set("document", document(xmi, user));
    return request;
  }

  /** Adds tags to the tag set of the feature, as INCEpTION sends from version 41 on. */
  public void addTag(ObjectNode request, String name, String description) {
    ArrayNode tagSets = request.withArray("tagsets");
    if (tagSets.isEmpty()) {
      ObjectNode tagSet = tagSets.addObject().put("description", "");
      ObjectNode target = tagSet.putArray("targets").addObject();
      target.put("type", layer).put("feature", feature);
    }
    ObjectNode tag = ((ObjectNode) tagSets.get(0)).withArray("tags").addObject();
    tag.put("tag", name).put("description", description);
  }

  /** Returns a request for suggestions in a part of the text. */
  public ObjectNode predict(String user, String xmi, int begin, int end) {
    ObjectNode request = predict(user, xmi);
    ((ObjectNode) request.get("metadata")).putObject("range").put("begin", begin).put("end", end);
    return request;
  }

  /** Returns a request to train. */
  public ObjectNode train(String user, String... xmis) {
    ObjectNode request = request();
    ArrayNode documents = request.putArray("documents");
    for (String xmi : xmis) {
      documents.add(document(xmi, user));
    }
    return request;
  }

  /** Returns the document in an answer. */
  public static String document(String answer) throws Exception {
    JsonNode tree = MAPPER.readTree(answer);
    return tree.path("document").asText();
  }
}
