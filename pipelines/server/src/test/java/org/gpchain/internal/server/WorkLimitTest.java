package org.gpchain.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Endpoint;
import org.gpchain.internal.server.inception.ExternalRecommender;
import org.gpchain.internal.server.inception.RecommenderOptions;
import org.gpchain.internal.server.labelstudio.AnnotationFiles;
import org.gpchain.internal.server.labelstudio.LabelStudioBackend;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.models.StoreCase;
import org.gpchain.internal.server.rest.TagEndpoint;
import org.gpchain.internal.server.rest.XmiEndpoint;
import org.gpchain.internal.training.data.Annotated;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests that the work on every endpoint ends soon after nobody waits for the answer any more. The
 * test counts the checks instead of seconds: there must be at least one per word or annotation, and
 * the work must end at the first check that fails.
 */
class WorkLimitTest extends StoreCase {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int SENTENCES = 400;
  private static final int WORDS = 5 * SENTENCES;

  /** Number of engines and readers that check again, because they wrap exceptions. */
  private static final int WRAPPERS = 2;

  private static final String TEXT = "Ann sings in Oslo.\n".repeat(SENTENCES);
  private static final String CONFIG =
      "<View><Labels name='l' toName='t'><Label value='PER'/><Label value='LOC'/></Labels>"
          + "<Text name='t' value='$text'/></View>";

  private final AtomicInteger checks = new AtomicInteger();
  private int allowed;
  private TagEndpoint tags;
  private ExternalRecommender recommender;
  private LabelStudioBackend labelStudio;

  @BeforeEach
  void openEndpoints() throws IOException {
    ServedModels models = new ServedModels(store, queue, List.of(shipped));
    SentenceReader reader = SentenceReader.of(Segmenter.DEFAULT);
    reader.prepare();
    shipped.reader().prepare();
    tags = new TagEndpoint(models, reader);
    RecommenderOptions options = new RecommenderOptions(Annotated.SENTENCES, false, Map.of(), null);
    recommender = new ExternalRecommender(models, null, options, 1 << 28, line -> {});
    AnnotationFiles files = new AnnotationFiles(directory.resolve("label-studio"), line -> {});
    labelStudio = new LabelStudioBackend(models, reader, files, Annotated.SENTENCES);
  }

  @AfterEach
  void clear() {
    WorkCheck.clear();
  }

  private void count() {
    if (checks.incrementAndGet() > allowed) {
      throw new CancellationException("nobody waits");
    }
  }

  private int checks(Endpoint.Action action, ClientRequest request, int limit) throws Exception {
    checks.set(0);
    allowed = limit;
    WorkCheck.set(this::count);
    action.answer(request);
    return checks.get();
  }

  private void assertEndsWhenUnwanted(Endpoint.Action action, ObjectNode json, int least)
      throws Exception {
    byte[] body = json.toString().getBytes(StandardCharsets.UTF_8);
    ClientRequest request = new ClientRequest("application/json", "", body, () -> false);
    int all = checks(action, request, Integer.MAX_VALUE);
    assertThat(all).isGreaterThanOrEqualTo(least);
    for (int limit : new int[] {0, all / 4, all / 2, 3 * (all / 4), all - 1}) {
      assertThatThrownBy(() -> checks(action, request, limit)).isInstanceOf(Exception.class);
      assertThat(checks.get()).isBetween(limit + 1, limit + 1 + WRAPPERS);
    }
  }

  @Test
  void tagEnds() throws Exception {
    ObjectNode request = MAPPER.createObjectNode().put("text", TEXT);
    assertEndsWhenUnwanted(tags::tag, request, WORDS);

    ArrayNode accepted = request.putArray("accepted");
    for (int n = 0; n < WORDS; n++) {
      accepted.addObject().put("begin", n).put("end", n + 1).put("type", "PER");
    }
    assertEndsWhenUnwanted(tags::tag, request, 3 * WORDS);
  }

  @Test
  void tagOfOneLongParagraphEnds() throws Exception {
    ObjectNode request = MAPPER.createObjectNode().put("text", TEXT.replace('\n', ' ').repeat(10));
    assertEndsWhenUnwanted(tags::tag, request, 10 * WORDS);
  }

  @Test
  void xmiEnds() throws Exception {
    ObjectNode request = MAPPER.createObjectNode().put("text", TEXT);
    ArrayNode sentence = request.putArray("sentences").addArray();
    for (int n = 0; n < WORDS; n++) {
      sentence.addArray().add(n).add(n + 1);
    }
    assertEndsWhenUnwanted(XmiEndpoint::write, request, 2 * WORDS);
  }

  @Test
  void recommenderEnds() throws Exception {
    InceptionProject project =
        new InceptionProject(InceptionProject.NAMED_ENTITY, "value", "tokens");
    String[] sentences =
        Collections.nCopies(SENTENCES, "Ann sings in [Oslo|LOC] .").toArray(String[]::new);
    String xmi = project.xmi(sentences);
    assertEndsWhenUnwanted(recommender::predict, project.predict("u", xmi), 3 * WORDS / 2);
    assertEndsWhenUnwanted(recommender::train, project.train("u", xmi, xmi), 2 * SENTENCES);
  }

  @Test
  void labelStudioEnds() throws Exception {
    ObjectNode predict = MAPPER.createObjectNode().put("project", "3").put("label_config", CONFIG);
    predict.putArray("tasks").addObject().putObject("data").put("text", TEXT);
    assertEndsWhenUnwanted(labelStudio::predict, predict, WORDS);

    ObjectNode event = MAPPER.createObjectNode().put("action", "ANNOTATION_CREATED");
    event.putObject("project").put("id", 3).put("label_config", CONFIG);
    event.putObject("task").put("id", 1).putObject("data").put("text", TEXT);
    ArrayNode regions = event.putObject("annotation").put("id", 2).putArray("result");
    for (int n = 0; n < WORDS; n++) {
      ObjectNode value = regions.addObject().put("from_name", "l").putObject("value");
      value.put("start", n).put("end", n + 1).put("text", TEXT.substring(n, n + 1));
      value.putArray("labels").add("PER");
    }
    assertEndsWhenUnwanted(labelStudio::webhook, event, WORDS);
  }
}
