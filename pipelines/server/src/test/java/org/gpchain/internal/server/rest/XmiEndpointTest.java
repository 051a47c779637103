package org.gpchain.internal.server.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.gpchain.internal.server.models.ToyNames.json;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.impl.XmiCasDeserializer;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.XMLInputSource;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the conversion of reviewed documents to XMI. */
class XmiEndpointTest {
  private static JCas written(String request) throws Exception {
    Answer answer = XmiEndpoint.write(json(request));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.type()).isEqualTo("application/vnd.xmi+xml");
    assertThat(answer.headers())
        .containsEntry("Content-Disposition", "attachment; filename=\"document.xmi\"");
    JCas document = JCasFactory.createJCas();
    XmiCasDeserializer.deserialize(new ByteArrayInputStream(answer.body()), document.getCas());
    return document;
  }

  private static Map<String, byte[]> archive(String request) throws Exception {
    Answer answer = XmiEndpoint.write(json(request));
    assertThat(answer.type()).isEqualTo("application/zip");
    assertThat(answer.headers())
        .containsEntry("Content-Disposition", "attachment; filename=\"document.zip\"");
    Map<String, byte[]> files = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(answer.body()))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        // Without the time of the request, the same request gives the same bytes.
        assertThat(entry.getTimeLocal()).isEqualTo(LocalDateTime.of(1980, 1, 1, 0, 0));
        files.put(entry.getName(), in.readAllBytes());
      }
    }
    return files;
  }

  /** Reads a document as a strict reader does, which knows the types of a description only. */
  private static CAS readStrictly(byte[] xmi, byte[] types) throws Exception {
    XMLInputSource source = new XMLInputSource(new ByteArrayInputStream(types), null);
    TypeSystemDescription description =
        UIMAFramework.getXMLParser().parseTypeSystemDescription(source);
    CAS document = CasCreationUtils.createCas(description, null, null);
    XmiCasDeserializer.deserialize(new ByteArrayInputStream(xmi), document, false);
    return document;
  }

  private static String segment(Class<?> layer, String more) {
    return "{'text': 'Ann sings', 'segments': [{'layer': '"
        + layer.getName()
        + "', "
        + more
        + "}]}";
  }

  @Test
  void writesSentencesAndTokens() throws Exception {
    JCas document =
        written(
            "{'text': 'Ann sings. So', 'language': 'en',"
                + " 'sentences': [[[4, 9], [0, 3]], [], [[11, 13]]]}");
    assertThat(document.getDocumentText()).isEqualTo("Ann sings. So");
    assertThat(document.getDocumentLanguage()).isEqualTo("en");
    assertThat(DocumentMetaData.get(document).getDocumentId()).isEqualTo("document");
    assertThat(document.select(Token.class).map(Token::getCoveredText))
        .containsExactly("Ann", "sings", "So");
    assertThat(document.select(Sentence.class).map(Sentence::getCoveredText))
        .containsExactly("Ann sings", "So");
    assertThat(written("{'text': ''}").getDocumentLanguage()).isEqualTo("x-unspecified");
  }

  @Test
  void writesSegmentsOfLayers() throws Exception {
    JCas document = written(segment(NamedEntity.class, "'begin': 0, 'end': 3, 'type': 'PER'"));
    NamedEntity name = document.select(NamedEntity.class).single();
    assertThat(name.getValue()).isEqualTo("PER");
    assertThat(name.getCoveredText()).isEqualTo("Ann");
    assertThat(document.select(ScoredSegment.class).isEmpty()).isTrue();
    document = written(segment(Chunk.class, "'begin': 0, 'end': 9, 'type': 'NP'"));
    assertThat(document.select(Chunk.class).single().getChunkValue()).isEqualTo("NP");
    document =
        written(
            "{'text': 'Ann sings', 'sentences': [[[0, 3], [4, 9]]], 'segments': [{'layer': '"
                + POS.class.getName()
                + "', 'begin': 4, 'end': 9, 'type': 'V'}]}");
    assertThat(document.select(Token.class).map(Token::getPosValue)).containsExactly(null, "V");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.25, 1})
  void writesScoresOfSuggestedSegments(double probability) throws Exception {
    String from =
        "'begin': 0, 'end': 3, 'type': 'PER', 'model': 'm', 'probability': " + probability;
    JCas document = written(segment(NamedEntity.class, from));
    ScoredSegment score = document.select(ScoredSegment.class).single();
    assertThat(score.getAnnotation()).isSameAs(document.select(NamedEntity.class).single());
    assertThat(score.getCoveredText()).isEqualTo("Ann");
    assertThat(score.getValue()).isEqualTo("PER");
    assertThat(score.getValue_score()).isEqualTo(probability);
    assertThat(score.getRank()).isEqualTo(1);
    assertThat(score.getLayer()).isEqualTo(NamedEntity.class.getName());
    assertThat(score.getModel()).isEqualTo("m");

    var acceptedBy = score.getType().getFeatureByBaseName("acceptedBy");
    assertThat(score.getStringValue(acceptedBy)).isNull();
    document = written(segment(NamedEntity.class, from + ", 'acceptedBy': 'ann'"));
    score = document.select(ScoredSegment.class).single();
    assertThat(score.getFeatureValueAsString(score.getType().getFeatureByBaseName("acceptedBy")))
        .isEqualTo("ann");
  }

  @Test
  void writesTheTypeSystemForStrictReaders() throws Exception {
    String request =
        segment(
            NamedEntity.class,
            "'begin': 0, 'end': 3, 'type': 'PER', 'model': 'm', 'probability': 0.5");
    String withTypes = request.replaceFirst("\\{", "{'typeSystem': true, ");

    Map<String, byte[]> files = archive(withTypes);
    assertThat(files.keySet()).containsExactly("document.xmi", "TypeSystem.xml");
    assertThat(files.get("document.xmi")).isEqualTo(XmiEndpoint.write(json(request)).body());
    assertThat(files.get("TypeSystem.xml")).isEqualTo(XmiEndpoint.typeSystem().body());
    CAS document = readStrictly(files.get("document.xmi"), files.get("TypeSystem.xml"));
    assertThat(document.<Annotation>select(ScoredSegment._TypeName).single().getCoveredText())
        .isEqualTo("Ann");
    assertThat(XmiEndpoint.write(json(withTypes)).body())
        .isEqualTo(XmiEndpoint.write(json(withTypes)).body());

    files = archive(withTypes.replaceFirst("\\{", "{'scores': false, "));
    document = readStrictly(files.get("document.xmi"), files.get("TypeSystem.xml"));
    assertThat(document.<Annotation>select(NamedEntity._TypeName).single().getCoveredText())
        .isEqualTo("Ann");
    assertThat(new String(files.get("TypeSystem.xml"), StandardCharsets.UTF_8))
        .contains(NamedEntity._TypeName)
        .doesNotContain("org.gpchain");
    JCas withoutScores = written(request.replaceFirst("\\{", "{'scores': false, "));
    assertThat(withoutScores.select(ScoredSegment.class).isEmpty()).isTrue();
    assertThat(withoutScores.select(NamedEntity.class).single().getValue()).isEqualTo("PER");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'begin': 0, 'end': 10, 'type': 'PER'; must lie in the text of 9 characters",
        "'begin': -1, 'end': 3, 'type': 'PER'; must lie in the text",
        "'begin': 3, 'end': 3, 'type': 'PER'; must lie in the text",
        "'end': 3, 'type': 'PER'; must lie in the text",
        "'begin': 0, 'type': 'PER'; must lie in the text",
        "'begin': 0, 'end': 3; a segment has no string 'type'",
        "'begin': 0, 'end': 3, 'type': 'P', 'model': 'm'; needs a probability between 0 and 1",
        "'begin': 0, 'end': 3, 'type': 'P', 'model': 'm', 'probability': 1.1; between 0 and 1",
        "'begin': 0, 'end': 3, 'type': 'P', 'model': 'm', 'probability': -0.1; between 0 and 1",
        "'begin': 0, 'end': 3, 'type': 'P', 'model': 3, 'probability': 1; no string 'model'",
        "'begin': 0, 'end': 3, 'type': 'P', 'model': 'm', 'probability': 1, 'acceptedBy': 1; no string 'acceptedBy'"
      })
  void refusesInvalidSegments(String segment, String why) {
    String request = segment(NamedEntity.class, segment);
    assertThatThrownBy(() -> XmiEndpoint.write(json(request)))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining(why);
  }

  @Test
  void refusesTooManyTokensAndSegments() {
    String many = "0,".repeat(XmiEndpoint.MAX_ANNOTATIONS) + "0";
    for (String member : List.of("'sentences': [[%s]]", "'segments': [%s]")) {
      String request = "{'text': 'a', " + member.formatted(many) + "}";
      assertThatThrownBy(() -> XmiEndpoint.write(json(request)))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("at most 1000000 tokens and 1000000 segments");
    }
  }

  @Test
  void refusesOtherInvalidRequests() {
    assertThatThrownBy(() -> XmiEndpoint.write(json("{'segments': []}")))
        .hasMessage("the request has no string 'text'");
    assertThatThrownBy(() -> XmiEndpoint.write(json("{'text': 'a', 'sentences': [[[0, 2]]]}")))
        .hasMessageContaining("must lie in the text of 1 characters");
    assertThatThrownBy(() -> XmiEndpoint.write(json(segment(Token.class, "'begin': 0"))))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("the layer of a segment must be " + NamedEntity.class.getName())
        .hasMessageContaining(" or " + Chunk.class.getName() + " or ");
    assertThatThrownBy(() -> XmiEndpoint.write(json("{'text': 'a', 'scores': 'no'}")))
        .hasMessage("'scores' must be true or false");
    for (String list : new String[] {"'sentences': [[]]", "'segments': [{}]"}) {
      String text = ("{'text': 'a', " + list + "}").replace('\'', '"');
      ClientRequest late =
          new ClientRequest("", "", text.getBytes(StandardCharsets.UTF_8), () -> true);
      assertThatThrownBy(() -> XmiEndpoint.write(late)).isInstanceOf(CancellationException.class);
    }
  }
}
