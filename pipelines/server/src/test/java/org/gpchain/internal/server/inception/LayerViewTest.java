package org.gpchain.internal.server.inception;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.impl.XmiCasSerializer;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.metadata.AllowedValue;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.resource.metadata.impl.AllowedValue_impl;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.gpchain.internal.server.Sample;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests layers with different features and the reading of documents. */
class LayerViewTest {
  private static final String PREDICTED = "inception_internal_predicted";

  /** Returns a document whose layer has a feature of a type and the features of suggestions. */
  private static JCas document(String range, String score, String explanation, String predicted)
      throws Exception {
    TypeSystemDescription types = new TypeSystemDescription_impl();
    TypeDescription colour = types.addType("x.Colour", "", CAS.TYPE_NAME_STRING);
    colour.setAllowedValues(new AllowedValue[] {allowed("red"), allowed("blue")});
    TypeDescription layer = types.addType("x.Layer", "", CAS.TYPE_NAME_ANNOTATION);
    layer.addFeature("f", "", range);

    if (predicted != null) {
      layer.addFeature(PREDICTED, "", predicted);
    }
    if (score != null) {
      layer.addFeature("f_score", "", score);
    }

    if (explanation != null) {
      layer.addFeature("f_score_explanation", "", explanation);
    }
    types.addType("x.Top", "", CAS.TYPE_NAME_TOP).addFeature("f", "", CAS.TYPE_NAME_STRING);
    TypeDescription relation = types.addType("x.Relation", "", CAS.TYPE_NAME_ANNOTATION);
    relation.addFeature("Governor", "", CAS.TYPE_NAME_ANNOTATION);
    relation.addFeature("Dependent", "", CAS.TYPE_NAME_ANNOTATION);
    relation.addFeature("f", "", CAS.TYPE_NAME_STRING);
    TypeDescription half = types.addType("x.Half", "", CAS.TYPE_NAME_ANNOTATION);
    half.addFeature("Governor", "", CAS.TYPE_NAME_ANNOTATION);
    half.addFeature("f", "", CAS.TYPE_NAME_STRING);
    TypeDescription other = types.addType("x.Other", "", CAS.TYPE_NAME_ANNOTATION);
    other.addFeature("Dependent", "", CAS.TYPE_NAME_ANNOTATION);
    other.addFeature("f", "", CAS.TYPE_NAME_STRING);
    JCas document = JCasFactory.createJCas(types);
    document.setDocumentText("Ann sings in Oslo");

    return document;
  }

  private static AllowedValue allowed(String value) {
    var allowed = new AllowedValue_impl();
    allowed.setString(value);
    return allowed;
  }

  private static JCas document(String range) throws Exception {
    return document(range, CAS.TYPE_NAME_DOUBLE, CAS.TYPE_NAME_STRING, CAS.TYPE_NAME_BOOLEAN);
  }

  private static Metadata layer(String name) {
    return new Metadata(name, "f", "", Anchoring.SEGMENTS, true, 0, 8);
  }

  private static LayerView view(JCas document) throws Refusal {
    return new LayerView(document, layer("x.Layer"));
  }

  private static Annotation annotation(JCas document, int begin, String value, boolean predicted) {
    Type type = document.getTypeSystem().getType("x.Layer");
    Annotation one = (Annotation) document.getCas().createAnnotation(type, begin, begin + 3);
    if (value != null) {
      one.setFeatureValueFromString(type.getFeatureByBaseName("f"), value);
    }
    one.setBooleanValue(type.getFeatureByBaseName(PREDICTED), predicted);
    one.addToIndexes();
    return one;
  }

  private static List<Annotation> annotations(JCas document) {
    List<Annotation> all = new ArrayList<>();
    document
        .getCas()
        .<Annotation>select(document.getTypeSystem().getType("x.Layer"))
        .forEach(all::add);
    return all;
  }

  private static String feature(Annotation one, String name) {
    return one.getFeatureValueAsString(one.getType().getFeatureByBaseName(name));
  }

  @Test
  void distinguishesAnnotationsFromSuggestions() throws Exception {
    JCas document = document(CAS.TYPE_NAME_STRING);
    annotation(document, 4, null, false);
    annotation(document, 0, "PER", false);
    annotation(document, 0, "LOC", true);
    annotation(document, 13, "LOC", true);
    LayerView view = view(document);
    assertThat(view.userAnnotations())
        .containsExactly(new UserAnnotation(0, 3, "PER"), new UserAnnotation(4, 7, ""));
    view.removeSuggestions(layer("x.Layer"));
    assertThat(annotations(document))
        .as("in the part that is asked about")
        .extracting(Annotation::getBegin)
        .containsExactly(0, 4, 13);
  }

  @Test
  void treatsAnnotationsWithoutAMarkAsThoseOfUsers() throws Exception {
    JCas document = document(CAS.TYPE_NAME_STRING, null, null, null);
    document
        .getCas()
        .addFsToIndexes(
            document.getCas().createAnnotation(document.getTypeSystem().getType("x.Layer"), 0, 3));

    assertThat(view(document).userAnnotations()).containsExactly(new UserAnnotation(0, 3, ""));
    assertThatThrownBy(view(document)::checkSuggestible)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("the layer 'x.Layer' has no boolean feature '" + PREDICTED + "'");
    assertThatThrownBy(
            view(document(CAS.TYPE_NAME_STRING, null, null, CAS.TYPE_NAME_STRING))
                ::checkSuggestible)
        .isInstanceOf(Refusal.class);
    assertThatCode(view(document(CAS.TYPE_NAME_STRING))::checkSuggestible)
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "x.None, has no annotation type 'x.None'; choose another layer or feature",
    "x.Top, has no annotation type 'x.Top'",
    "x.Relation, 'x.Relation' is a layer of relations; models learn only spans",
    "uima.tcas.Annotation, has no feature 'f' whose value is a string"
  })
  void refusesLayersThatCannotBeLearned(String name, String why) throws Exception {
    JCas document = document(CAS.TYPE_NAME_STRING);
    assertThatThrownBy(() -> new LayerView(document, layer(name)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x.Half", "x.Other"})
  void acceptsSpansWithOneFeatureOfARelation(String name) throws Exception {
    assertThat(new LayerView(document(CAS.TYPE_NAME_STRING), layer(name)).userAnnotations())
        .isEmpty();
  }

  @Test
  void readsStringNumberAndBooleanFeatures() throws Exception {
    assertThatThrownBy(() -> view(document(CAS.TYPE_NAME_ANNOTATION)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("whose value is a string, a number or a boolean");
    JCas document = document(CAS.TYPE_NAME_INTEGER);
    annotation(document, 0, "12", false);
    assertThat(view(document).userAnnotations()).containsExactly(new UserAnnotation(0, 3, "12"));
  }

  private static Suggestion suggestion(String type) {
    return new Suggestion(4, 9, type, 0.25);
  }

  @ParameterizedTest
  @CsvSource({
    "uima.cas.String, anything, true",
    "x.Colour, red, true",
    "x.Colour, green, false",
    "uima.cas.Boolean, true, true",
    "uima.cas.Boolean, false, true",
    "uima.cas.Boolean, maybe, false",
    "uima.cas.Integer, -123, true",
    "uima.cas.Integer, 1.5, false",
    "uima.cas.Integer, 2147483647, true",
    "uima.cas.Integer, 2147483648, false",
    "uima.cas.Byte, 200, false",
    "uima.cas.Short, 200, true",
    "uima.cas.Long, 2147483648, true",
    "uima.cas.Double, -1.5E-7, true",
    "uima.cas.Double, x, false",
    "uima.cas.Double, 1.2.3, false",
    "uima.cas.Float, 2.5, true"
  })
  void addsOnlyPossibleValues(String range, String value, boolean possible) throws Exception {
    JCas document = document(range);
    view(document).add(suggestion(value), "since");
    assertThat(annotations(document)).hasSize(possible ? 1 : 0);
    for (Annotation one : annotations(document)) {
      assertThat(one.getBegin()).isEqualTo(4);
      assertThat(one.getEnd()).isEqualTo(9);
      assertThat(feature(one, "f")).isEqualTo(value);
      assertThat(feature(one, PREDICTED)).isEqualTo("true");
      assertThat(feature(one, "f_score")).isEqualTo("0.25");
      assertThat(feature(one, "f_score_explanation")).isEqualTo("since");
    }
  }

  @Test
  void writesScoreAndExplanation() throws Exception {
    for (String score : new String[] {CAS.TYPE_NAME_FLOAT, CAS.TYPE_NAME_STRING}) {
      JCas document =
          document(CAS.TYPE_NAME_STRING, score, CAS.TYPE_NAME_INTEGER, CAS.TYPE_NAME_BOOLEAN);
      view(document).add(suggestion("PER"), "since");
      Annotation one = annotations(document).get(0);
      assertThat(feature(one, "f_score"))
          .isEqualTo(score.equals(CAS.TYPE_NAME_FLOAT) ? "0.25" : null);
      assertThat(feature(one, "f_score_explanation")).isEqualTo("0");
    }
    JCas plain = document(CAS.TYPE_NAME_STRING, null, null, CAS.TYPE_NAME_BOOLEAN);
    view(plain).add(suggestion("PER"), "since");
    assertThat(annotations(plain)).hasSize(1);
  }

  private static String xmi(JCas document) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    XmiCasSerializer.serialize(document.getCas(), null, out, false, null);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void readsDocumentsOfATypeSystemOneAfterTheOther() throws Exception {
    CasPool pool = new CasPool(1 << 28);
    assertThat(pool.bytes()).isZero();
    String types = Sample.types(2, 3);
    String empty = xmi(JCasFactory.createText("Ann"));
    List<JCas> first = readThree(pool, types, empty);
    assertThat(pool.bytes()).isGreaterThan(2L * types.length());
    long bytes = pool.bytes();
    assertThat(first).allMatch(document -> document.getDocumentText() == null);
    List<JCas> second = readThree(pool, types, empty);
    assertThat(second).filteredOn(one -> first.stream().anyMatch(o -> o == one)).hasSize(2);
    assertThat(pool.bytes()).isEqualTo(bytes);
  }

  private static InputStream stream(String xmi) {
    return new ByteArrayInputStream(xmi.getBytes(StandardCharsets.UTF_8));
  }

  private static List<JCas> readThree(CasPool pool, String types, String xmi) throws Exception {
    List<JCas> documents = new ArrayList<>();
    try (CasPool.Reader one = pool.reader(types);
        CasPool.Reader two = pool.reader(types);
        CasPool.Reader three = pool.reader(types)) {
      for (CasPool.Reader reader : List.of(one, two, three)) {
        JCas document = reader.read(stream(xmi));
        assertThat(document.getDocumentText()).isEqualTo("Ann");
        assertThat(document.getTypeSystem().getType("x.T2")).isNotNull();
        documents.add(document);
      }
    }
    return documents;
  }

  @Test
  void refusesInvalidTypeSystemsAndDocuments() throws Exception {
    CasPool pool = new CasPool(1 << 28);
    assertThatThrownBy(() -> pool.reader("<nothing/>"))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("typeSystem: ");
    try (CasPool.Reader reader = pool.reader(Sample.types(1, 1))) {
      assertThatThrownBy(() -> reader.read(stream("<xmi")))
          .isInstanceOf(Refusal.class)
          .hasMessageStartingWith("the document: ");
    }
    assertThatThrownBy(() -> new CasPool(1000).reader(Sample.types(1, 1)))
        .isInstanceOf(Refusal.class)
        .hasMessageMatching("typeSystem: its types .* would take [1-9] MB; the limit is 0 MB");
  }
}
