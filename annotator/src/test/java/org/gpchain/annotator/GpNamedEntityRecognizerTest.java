package org.gpchain.annotator;

import static org.apache.uima.fit.util.JCasUtil.select;
import static org.assertj.core.api.Assertions.assertThat;
import static org.gpchain.annotator.TestEngines.annotate;
import static org.gpchain.annotator.TestEngines.engine;

import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Location;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Organization;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.Person;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.uima.UIMAException;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.testing.AssertAnnotations;
import org.gpchain.core.text.TagScheme;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GpNamedEntityRecognizerTest {
  @TempDir private Path directory;
  private Path model;

  @BeforeEach
  void writeModel() throws IOException {
    model = TestModels.write(TestModels.entities(), directory.resolve("ne.gpchain"));
  }

  private JCas annotated(String text, Object... parameters) throws UIMAException {
    return annotate(
        engine(GpNamedEntityRecognizer.class, model, parameters),
        TestDocuments.tokens("x-unspecified", text));
  }

  @Test
  void mapsTagsOfConll() throws UIMAException {
    JCas document = annotated("Ada Lovelace in London in Acme in Latin");
    TestDocuments.withPlainNumbers(
        () ->
            AssertAnnotations.assertNamedEntity(
                new String[] {
                  "[  0, 12]Person(PER) (Ada Lovelace)",
                  "[ 16, 22]Location(LOC) (London)",
                  "[ 26, 30]Organization(ORG) (Acme)",
                  "[ 34, 39]NamedEntity(MISC) (Latin)"
                },
                select(document, NamedEntity.class)));

    assertThat(select(document, Person.class)).hasSize(1);
    assertThat(select(document, Location.class)).hasSize(1);
    assertThat(select(document, Organization.class)).hasSize(1);
    assertThat(select(document, ScoredSegment.class))
        .hasSize(4)
        .allMatch(score -> score.getValue_score() > 0 && score.getValue_score() <= 1);
  }

  @ParameterizedTest
  @CsvSource({
    "GPE_LOC, Location",
    "GPE_ORG, Organization",
    "LOC, Location",
    "ORG, Organization",
    "PER, Person",
    "PROD, Product",
    "EVT, Event",
    "DRV, NamedEntity",
    "MISC, NamedEntity"
  })
  void mapsTagsOfNorne(String tag, String type) throws Exception {
    TestModels.write(TestModels.model("ne", "nb", TagScheme.IOB2, "Oslo/B-" + tag + " i/O"), model);
    assertThat(select(annotated("Oslo i"), NamedEntity.class))
        .singleElement()
        .satisfies(
            name -> {
              assertThat(name.getValue()).isEqualTo(tag);
              assertThat(name.getType().getShortName()).isEqualTo(type);
            });
  }

  @Test
  void keepsTagsWithHyphens() throws UIMAException {
    JCas document = annotated("in flood");
    assertThat(select(document, NamedEntity.class))
        .extracting(NamedEntity::getValue)
        .containsExactly("event-name");
  }

  @Test
  void writesRightToLeftTextAtItsLogicalOffsets() throws UIMAException {
    JCas document = annotated("דנה in ירושלים");
    assertThat(select(document, NamedEntity.class))
        .extracting(entity -> entity.getBegin() + "-" + entity.getEnd() + entity.getCoveredText())
        .containsExactly("0-3דנה", "7-14ירושלים");
  }

  @Test
  void usesTheMappingFileOfTheUser() throws UIMAException, IOException {
    Path map = directory.resolve("ner.map");
    Files.writeString(
        map,
        """
        __META_TYPE_BASE__=de.tudarmstadt.ukp.dkpro.core.api.ner.type.
        *=NamedEntity
        PER=Organization
        """);
    JCas document =
        annotated(
            "Ada in London",
            GpNamedEntityRecognizer.PARAM_NAMED_ENTITY_MAPPING_LOCATION,
            map.toString());

    assertThat(select(document, NamedEntity.class))
        .extracting(Object::getClass)
        .containsExactly(Organization.class, NamedEntity.class);
  }
}
