package org.gpchain.internal.formats.cas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.uima.cas.ArrayFS;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.CommonArrayFS;
import org.apache.uima.cas.FeatureStructure;
import org.apache.uima.cas.Type;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.input.Surroundings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of undeclared types, the choice of a view, and arrays as other libraries write them. */
class CasParserTest {
  private static final String INITIAL = CAS.NAME_DEFAULT_SOFA;

  private static final String SECOND_VIEW =
      "<cas:Sofa xmi:id=\"2\" sofaNum=\"2\" sofaID=\"%s\" mimeType=\"text\" sofaString=\"%s\"/>"
          + "<cas:View sofa=\"2\" members=\"\"/>";

  private static ParsedDocument parse(
      CasFormat format, String document, String view, boolean dropUnknown) throws IOException {
    CasReading how = new CasReading(null, false, view, dropUnknown);
    CasParser parser = new CasParser(format, DocumentTypes.of(how), how);
    byte[] content = document.getBytes(StandardCharsets.UTF_8);
    return parser.parse(Path.of("d"), new ByteArrayInputStream(content), Surroundings.NONE);
  }

  private static void assertRefused(
      CasFormat format, String document, String view, String... message) {
    assertThatThrownBy(() -> parse(format, document, view, false))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("d: ")
        .hasMessageContainingAll(message);
  }

  @Test
  void namesUndeclaredTypesAndFeaturesOfXmi() throws IOException {
    String document =
        SmallDocument.xmi(
            INITIAL,
            "<my:Thing xmi:id=\"21\" sofa=\"1\" begin=\"0\" end=\"3\" kind=\"x\"/>"
                + "<my:Thing xmi:id=\"22\" sofa=\"1\" begin=\"4\" end=\"12\"/>"
                + "<n:NamedEntity xmi:id=\"23\" sofa=\"1\" begin=\"0\" end=\"12\" value=\"PER\""
                + " gender=\"f\"><note>x</note><note>y</note></n:NamedEntity>",
            " 21 22 23");
    assertRefused(
        CasFormat.XMI,
        document,
        null,
        "no type system declares the type my.Thing (2) and the features ",
        "NamedEntity:gender (1), ",
        "NamedEntity:note (2)",
        "--type-system",
        "--drop-unknown-types");

    ParsedDocument parsed = parse(CasFormat.XMI, document, null, true);
    String entity = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity";
    assertThat(parsed.remarks())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "left out, of the undeclared type my.Thing",
                2,
                "values left out, of the undeclared feature " + entity + ":gender",
                1,
                "values left out, of the undeclared feature " + entity + ":note",
                2));
    Type type = parsed.document().getTypeSystem().getType(entity);
    Annotation kept = (Annotation) parsed.document().getCas().select(type).single();
    assertThat(kept.getStringValue(type.getFeatureByBaseName("value"))).isEqualTo("PER");
  }

  @Test
  void leavesOutUndeclaredStructuresOfJsonAndReferencesToThem() throws IOException {
    String document =
        json(
            "{\"my.Pair\": {\"%SUPER_TYPE\": \"uima.cas.TOP\","
                + " \"first\": {\"%RANGE\": \"uima.cas.TOP\"}}}",
            "{\"%ID\": 2, \"%TYPE\": \"my.Pair\", \"@first\": 3, \"none\": 1},"
                + " {\"%ID\": 3, \"%TYPE\": \"my.Other\"}",
            "2, 3");
    assertRefused(
        CasFormat.JSONCAS,
        document,
        null,
        "no type system declares the type my.Other (1) and the feature my.Pair:none (1)");

    ParsedDocument parsed = parse(CasFormat.JSONCAS, document, null, true);
    assertThat(parsed.remarks()).hasSize(2).containsValue(1);
    FeatureStructure pair = structure(parsed.document(), "my.Pair");
    assertThat(pair.getFeatureValue(pair.getType().getFeatureByBaseName("first"))).isNull();
  }

  @Test
  void readsTheOnlyViewWithText() throws IOException {
    ParsedDocument other = parse(CasFormat.XMI, SmallDocument.xmi("text", "", ""), null, false);
    assertThat(other.document().getViewName()).isEqualTo("text");
    assertThat(other.document().getDocumentText()).startsWith("Ada");
    assertThat(other.remarks())
        .containsExactly(
            Map.entry(
                "documents without text in the initial view, read from their view 'text'", 1));

    String twoTexts = SmallDocument.xmi(INITIAL, SECOND_VIEW.formatted("de", "Ada"), "");
    ParsedDocument initial = parse(CasFormat.XMI, twoTexts, null, false);
    assertThat(initial.document().getViewName()).isEqualTo(INITIAL);
    assertThat(initial.remarks()).isEmpty();
  }

  @Test
  void readsTheNamedView() throws IOException {
    String twoTexts = SmallDocument.xmi(INITIAL, SECOND_VIEW.formatted("de", "Ada"), "");
    ParsedDocument german = parse(CasFormat.XMI, twoTexts, "de", false);
    assertThat(german.document().getDocumentText()).isEqualTo("Ada");
    assertThat(german.remarks()).isEmpty();
    assertRefused(
        CasFormat.XMI,
        twoTexts,
        "fr",
        "no text in the view 'fr' (views with text: _InitialView, de)");
    String blank = SmallDocument.xmi(INITIAL, SECOND_VIEW.formatted("de", " "), "");
    assertRefused(CasFormat.XMI, blank, "de", "(views with text: _InitialView)");
  }

  @Test
  void refusesToChooseAmongSeveralViews() {
    String several = SmallDocument.xmi("en", SECOND_VIEW.formatted("de", "Ada"), "");
    assertRefused(
        CasFormat.XMI,
        several,
        null,
        "its initial view has no text, but several others have (de, en); specify one with --view");
  }

  private static String json(String types, String structures, String members) {
    return ("{\"%%TYPES\": %s, \"%%FEATURE_STRUCTURES\": [{\"%%ID\": 1, \"%%TYPE\":"
            + " \"uima.cas.Sofa\", \"sofaNum\": 1, \"sofaID\": \"_InitialView\", \"sofaString\":"
            + " \"Ada\"}, %s], \"%%VIEWS\": {\"_InitialView\": {\"%%SOFA\": 1, \"%%MEMBERS\":"
            + " [%s]}}}")
        .formatted(types, structures, members);
  }

  private static FeatureStructure structure(JCas document, String type) {
    return document.getCas().select(document.getTypeSystem().getType(type)).single();
  }

  /** Returns a document with a structure whose feature {@code values} is an array. */
  private static String withArray(String range, String type, String elements) {
    String types =
        "{'my.Thing': {'%SUPER_TYPE': 'uima.cas.TOP', 'values': {'%RANGE': 'uima.cas.RANGE'}}}";
    String structures =
        "{'%ID': 2, '%TYPE': 'my.Thing', '@values': 3},"
            + " {'%ID': 3, '%TYPE': 'uima.cas.TYPE', '%ELEMENTS': [ELEMENTS]}";
    return json(
        types.replace('\'', '"').replace("cas.RANGE", "cas." + range),
        structures
            .replace('\'', '"')
            .replace("cas.TYPE", "cas." + type)
            .replace("ELEMENTS]", elements + "]"),
        "2");
  }

  /** UIMA and cassis 0.10 name the types of arrays differently. */
  @ParameterizedTest
  @CsvSource({
    "String, '\"a\", \"b\"', a",
    "Double, '0.5, 1', 0.5",
    "Float, '0.5, 1', 0.5",
    "Integer, '7, 8', 7",
    "Long, '7, 8', 7",
    "Short, '7, 8', 7",
    "Byte, '7, 8', 7",
    "Boolean, 'true, false', true"
  })
  void readsArraysOfPrimitives(String element, String elements, String first) throws IOException {
    for (String range : new String[] {element + "[]", element + "Array"}) {
      for (String type : new String[] {element + "[]", element + "Array"}) {
        String document = withArray(range, type, elements);
        JCas read = parse(CasFormat.JSONCAS, document, null, false).document();
        FeatureStructure thing = structure(read, "my.Thing");
        FeatureStructure values =
            thing.getFeatureValue(thing.getType().getFeatureByBaseName("values"));
        assertThat(values.getType().getName()).isEqualTo("uima.cas." + element + "Array");
        assertThat(((CommonArrayFS<?>) values).toStringArray()).hasSize(2).startsWith(first);
      }
    }
  }

  @Test
  void readsArraysOfStructures() throws IOException {
    String document = withArray("TOP[]", "TOP[]", "2");
    FeatureStructure thing =
        structure(parse(CasFormat.JSONCAS, document, null, false).document(), "my.Thing");
    ArrayFS<?> values =
        (ArrayFS<?>) thing.getFeatureValue(thing.getType().getFeatureByBaseName("values"));
    FeatureStructure first = values.get(0);
    assertThat((Object) first).isEqualTo(thing);
  }
}
