package org.gpchain.internal.server.rest;

import com.fasterxml.jackson.databind.JsonNode;
import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.Type;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.documents.output.CollectedTypes;
import org.gpchain.internal.documents.output.OutputFormat;
import org.gpchain.internal.formats.cas.TypeSystems;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.type.ScoredSegment;

/**
 * Answers {@code POST /v1/xmi}: converts a text with segments that a user has reviewed to a
 * document with DKPro types. Answers {@code GET /v1/typesystem} with these types.
 */
public final class XmiEndpoint {
  private static final String ACCEPTED_BY = "acceptedBy";

  /** Prefix of the names of GPChain's own types, which documents without scores do not use. */
  private static final String OWN_TYPES = "org.gpchain.";

  /**
   * Maximum number of tokens, and of segments, in a request. UIMA sorts so many annotations in a
   * fraction of a second, during which the work cannot be ended.
   */
  static final int MAX_ANNOTATIONS = 1_000_000;

  /** The type system in XML; null before the first request for it. */
  private static byte[] typeSystem;

  private XmiEndpoint() {}

  /** Answers {@code GET /v1/typesystem} with the types of the documents of {@link #write}. */
  public static synchronized Answer typeSystem() throws IOException {
    try {
      if (typeSystem == null) {
        typeSystem = typesOf(JCasFactory.createJCas(), true);
      }
      return Answer.of("application/xml", typeSystem);
    } catch (UIMAException e) {
      throw new IOException(e);
    }
  }

  /**
   * Answers {@code POST /v1/xmi} with the document as an XMI file. If the request has {@code
   * "typeSystem": true}, the answer is a ZIP archive with the XMI file and its type system, which
   * strict readers need. If it has {@code "scores": false}, neither of them uses GPChain's own
   * types.
   *
   * @throws Refusal if the request has no text, or if a token or segment lies outside the text
   */
  public static Answer write(ClientRequest request) throws Refusal, IOException {
    JsonNode tree = request.json();
    boolean withTypeSystem = flag(tree, "typeSystem", false);
    boolean withScores = flag(tree, "scores", true);
    try {
      JCas document = document(request, tree, withScores);
      byte[] xmi = OutputFormat.XMI.write(document, null).get(0);
      if (!withTypeSystem) {
        return download("application/vnd.xmi+xml", "document.xmi", xmi);
      }

      Map<String, byte[]> files = new LinkedHashMap<>();
      files.put("document.xmi", xmi);
      files.put(TypeSystems.USUAL_NAME, typesOf(document, withScores));
      return download("application/zip", "document.zip", zip(files));
    } catch (UIMAException e) {
      throw new IOException(e);
    }
  }

  /** Returns a flag of the request, or a default if the request does not have it. */
  private static boolean flag(JsonNode tree, String name, boolean byDefault) throws Refusal {
    JsonNode value = tree.path(name);
    if (value.isMissingNode()) {
      return byDefault;
    }
    if (!value.isBoolean()) {
      throw Refusal.badRequest("'" + name + "' must be true or false");
    }
    return value.asBoolean();
  }

  private static Answer download(String type, String name, byte[] body) {
    String disposition = "attachment; filename=\"" + name + "\"";
    return new Answer(200, type, body, Map.of("Content-Disposition", disposition));
  }

  /** Returns a ZIP archive of files by their names. The same files give the same bytes. */
  private static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(archive)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
        out.putNextEntry(entry);
        out.write(file.getValue());
        out.closeEntry();
      }
    }
    return archive.toByteArray();
  }

  /** Returns the type system of a document in XML, with or without GPChain's own types. */
  private static byte[] typesOf(JCas document, boolean withOwnTypes) throws IOException {
    CollectedTypes types = new CollectedTypes();
    types.add(document.getTypeSystem());
    if (!withOwnTypes) {
      types.removeTypes(OWN_TYPES);
    }
    return types.toXml();
  }

  /** Returns a document with the text, sentences and segments of a request. */
  private static JCas document(ClientRequest request, JsonNode tree, boolean withScores)
      throws Refusal, UIMAException {
    String text = ClientRequest.readable(ClientRequest.text(tree, "text", "the request"));
    checkCounts(tree);
    JCas document = JCasFactory.createJCas();
    document.setDocumentText(text);
    document.setDocumentLanguage(tree.path("language").asText("x-unspecified"));
    DocumentMetaData.create(document).setDocumentId("document");

    for (JsonNode sentence : tree.path("sentences")) {
      request.checkWanted();
      addSentence(sentence, document);
    }
    for (JsonNode segment : tree.path("segments")) {
      request.checkWanted();
      addSegment(segment, document, withScores);
    }
    return document;
  }

  private static void checkCounts(JsonNode tree) throws Refusal {
    long tokens = 0;
    for (JsonNode sentence : tree.path("sentences")) {
      tokens += sentence.size();
    }
    if (Math.max(tokens, tree.path("segments").size()) > MAX_ANNOTATIONS) {
      throw Refusal.tooLarge(
          "a request may have at most %d tokens and %d segments; send the document in parts"
              .formatted(MAX_ANNOTATIONS, MAX_ANNOTATIONS));
    }
  }

  /** Adds the tokens of a sentence, arrays of begin and end, and the sentence that covers them. */
  private static void addSentence(JsonNode tokens, JCas document) throws Refusal {
    int begin = Integer.MAX_VALUE;
    int end = 0;
    String text = document.getDocumentText();
    for (JsonNode token : tokens) {
      WorkCheck.run();
      Annotation added = add(new Token(document), token.path(0), token.path(1), text);
      begin = Math.min(begin, added.getBegin());
      end = Math.max(end, added.getEnd());
    }
    if (begin < end) {
      new Sentence(document, begin, end).addToIndexes();
    }
  }

  /** Adds a segment to the layer that it names, and its score if scores are requested. */
  private static void addSegment(JsonNode segment, JCas document, boolean withScores)
      throws Refusal {
    String name = ClientRequest.text(segment, "layer", "a segment");
    List<String> names = ShippedModel.LAYERS.stream().map(SegmentLayer::typeName).toList();
    if (!names.contains(name)) {
      throw Refusal.unusable("the layer of a segment must be " + String.join(" or ", names));
    }

    SegmentLayer layer = ShippedModel.LAYERS.get(names.indexOf(name));

    Type type = document.getTypeSystem().getType(layer.typeName());
    Annotation annotation =
        add(
            document.getCas().createFS(type),
            segment.path("begin"),
            segment.path("end"),
            document.getDocumentText());
    String value = ClientRequest.text(segment, "type", "a segment");
    annotation.setStringValue(type.getFeatureByBaseName(layer.valueFeature()), value);
    if (annotation instanceof POS pos) {
      for (Token token : document.select(Token.class).at(pos)) {
        token.setPos(pos);
      }
    }

    if (withScores && segment.hasNonNull("model")) {
      addScore(segment, annotation, layer);
    }
  }

  /** Adds the model, the probability and the reviewer of a segment that a model has suggested. */
  private static void addScore(JsonNode segment, Annotation annotation, SegmentLayer layer)
      throws Refusal {
    double probability = segment.path("probability").asDouble(Double.NaN);
    if (!(0 <= probability && probability <= 1)) {
      throw Refusal.badRequest("a segment of a model needs a probability between 0 and 1");
    }

    var score = new ScoredSegment(annotation.getJCas(), annotation.getBegin(), annotation.getEnd());
    score.setAnnotation(annotation);
    score.setValue(segment.path("type").asText());
    score.setValue_score(probability);
    score.setRank(1);
    score.setLayer(layer.typeName());
    score.setModel(ClientRequest.text(segment, "model", "a segment"));

    if (segment.hasNonNull(ACCEPTED_BY)) {
      score.setStringValue(
          score.getType().getFeatureByBaseName(ACCEPTED_BY),
          ClientRequest.text(segment, ACCEPTED_BY, "a segment"));
    }

    score.addToIndexes();
  }

  /** Adds an annotation at offsets to the indexes of its document. */
  private static Annotation add(Annotation annotation, JsonNode from, JsonNode to, String text)
      throws Refusal {
    int begin = from.asInt(-1);
    int end = to.asInt(-1);
    if (!(0 <= begin && begin < end && end <= text.length())) {
      throw Refusal.badRequest(
          "tokens and segments must lie in the text of " + text.length() + " characters");
    }
    annotation.setBegin(begin);
    annotation.setEnd(end);
    annotation.addToIndexes();
    return annotation;
  }
}
