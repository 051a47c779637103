package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.vectors.EncoderException;
import org.gpchain.internal.documents.DocumentException;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.Gold;
import org.gpchain.internal.server.annotations.SentenceReader;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Answer;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.labelstudio.StudioProject.StudioLayer;
import org.gpchain.internal.server.models.ServedModels;
import org.gpchain.internal.server.suggestion.LayerLabels;
import org.gpchain.internal.server.suggestion.NameList;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.internal.training.data.Annotated;

/** Makes suggestions for the texts of Label Studio's tasks. Thread-safe. */
final class StudioPredictor {
  /** Number of digits of the data hash in the version of a learned model. */
  private static final int HASH_LENGTH = 12;

  private final ServedModels models;
  private final SentenceReader reader;
  private final Annotated annotated;
  private final RefusalReport report;
  private final ShownPlaces shown;

  StudioPredictor(
      ServedModels models,
      SentenceReader reader,
      ShownPlaces shown,
      Annotated annotated,
      RefusalReport report) {
    this.models = models;
    this.reader = reader;
    this.shown = shown;
    this.annotated = annotated;
    this.report = report;
  }

  /**
   * The model that makes the suggestions for a labeled text.
   *
   * @param layer the labeled text
   * @param suggester suggester of the model; null if there is no model
   * @param shipped the model if it was not trained on this project; otherwise null
   * @param names names with labels that the model does not know
   */
  private record Source(
      StudioLayer layer, Suggester suggester, ShippedModel shipped, NameList.OfLayer names) {
    /** Returns a version that differs between models. Label Studio compares it with older ones. */
    String version() {
      if (names.isEmpty()) {
        return modelVersion();
      }
      if (suggester == null) {
        return names.list().name();
      }
      return modelVersion() + "+" + names.list().name();
    }

    private String modelVersion() {
      if (shipped != null) {
        return shipped.name();
      }
      if (suggester == null) {
        return "untrained";
      }
      String hash = suggester.model().provenance().dataHash();
      return "gpchain-" + hash.substring(0, HASH_LENGTH);
    }
  }

  /**
   * Returns the learned model of a labeled text or, if there is none, a shipped model for its
   * labels. A list of names adds labels that the model does not know.
   */
  private Source source(StudioLayer layer) {
    Optional<Suggester> learned = models.store().find(layer.key());
    if (learned.isPresent()) {
      return new Source(layer, learned.get(), null, names(layer, learned.get().types()));
    }
    for (ShippedModel model : models.shipped()) {
      if (model.fits(null, StudioProject.NO_LAYER, layer.text().layerLabels())) {
        Suggester suggester = model.suggester();
        return new Source(layer, suggester, model, names(layer, suggester.types()));
      }
    }
    return new Source(layer, null, null, names(layer, List.of()));
  }

  /** Returns the names with labels that are not among the types of a model. */
  private NameList.OfLayer names(StudioLayer layer, List<String> modelTypes) {
    return NameList.choose(models.names(), null, layer.text().layerLabels(), modelTypes);
  }

  private List<Source> sources(StudioProject project) {
    List<Source> sources = new ArrayList<>();
    for (StudioLayer layer : project.layers()) {
      sources.add(source(layer));
    }
    return sources;
  }

  /** Returns the version of a project's model; if it has several, their different versions. */
  String version(StudioProject project) {
    return version(sources(project));
  }

  private static String version(List<Source> sources) {
    Set<String> versions = new LinkedHashSet<>();
    for (Source source : sources) {
      versions.add(source.version());
    }
    return String.join("+", versions);
  }

  /** The texts of a request for which suggestions could not be made. */
  private static final class Problems {
    /** Number of problems. */
    private int count;

    /** Description of the first problem, which does not quote the text; null for none. */
    private String example;

    /** Refusal of the first text that was found but cannot be used; null for none. */
    private Refusal refusal;

    /** Number of texts for which suggestions were made. */
    private int labeled;

    private void add(JsonNode task, String problem) {
      count++;
      if (example == null) {
        example = "task " + task.path("id").asText("without 'id'") + ": " + problem;
      }
    }

    private void add(JsonNode task, String problem, Refusal refused) {
      add(task, problem);
      if (refusal == null) {
        refusal = refused;
      }
    }
  }

  /**
   * A request for suggestions.
   *
   * @param context context of an annotator who works on the tasks; not an object if there is none
   * @param check called during long work; an exception that it throws ends the work
   * @param problems receives the texts for which no suggestions can be made
   */
  private record Request(JsonNode context, Runnable check, Problems problems) {
    boolean isInteractive() {
      return context.isObject();
    }
  }

  /**
   * Answers {@code /predict} with suggestions for the texts of tasks. Tasks without a text, or
   * whose text cannot be used, get no suggestions and do not affect the other tasks.
   *
   * @param tasks tasks of the project
   * @param context context of an annotator who works on the tasks; not an object if there is none
   * @throws Refusal if there are texts, but none of them can be used
   */
  Answer predict(StudioProject project, JsonNode tasks, JsonNode context, ClientRequest request)
      throws Refusal, IOException {
    List<Source> sources = sources(project);
    Problems problems = new Problems();
    Request asked = new Request(context, request::checkWanted, problems);
    List<Map<String, Object>> results = new ArrayList<>();
    for (JsonNode task : tasks) {
      request.checkWanted();
      List<Map<String, Object>> regions = new ArrayList<>();
      for (Source source : sources) {
        addRegions(source, task, asked, regions);
      }
      results.add(result(regions, version(sources)));
    }

    if (problems.count > 0) {
      report.add(
          "/predict",
          "no suggestions for " + problems.count + " texts of tasks, such as " + problems.example);
    }
    if (problems.labeled == 0 && problems.refusal != null) {
      throw problems.refusal;
    }
    return Answer.json(Map.of("results", results, "model_version", version(sources)));
  }

  /**
   * Returns the result of a task. Its score is the minimum probability of a region, by which Label
   * Studio sorts the tasks. A result without probabilities has no score.
   */
  private static Map<String, Object> result(List<Map<String, Object>> regions, String version) {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("result", regions);
    regions.stream()
        .filter(region -> region.containsKey(Regions.SCORE))
        .mapToDouble(region -> (Double) region.get(Regions.SCORE))
        .min()
        .ifPresent(score -> result.put("score", score));
    result.put("model_version", version);
    return result;
  }

  /** Adds the suggestions for a text of a task as regions, or a problem if there is one. */
  private void addRegions(
      Source source, JsonNode task, Request request, List<Map<String, Object>> regions)
      throws IOException {
    Problems problems = request.problems();
    LabeledText layerText = source.layer().text();
    try {
      Optional<String> text = layerText.in(task);
      if (text.isEmpty()) {
        problems.add(task, "its data has no string '" + layerText.field() + "'");
        return;
      }
      Regions converter = new Regions(layerText, text.get());
      GivenRegions given = given(source, task, converter, request);
      if (given.invalid() > 0) {
        problems.add(task, given.invalid() + " of its regions lie outside of the text");
      }

      List<Suggestion> suggestions = new ArrayList<>();
      for (Suggestion suggestion : suggestions(source, text.get(), given, request.check())) {
        if (layerText.labels().contains(suggestion.type()) && given.allows(suggestion)) {
          suggestions.add(suggestion);
        }
      }
      if (request.isInteractive()) {
        shown.add(source.layer().key(), task, text.get(), suggestions);
      }
      regions.addAll(converter.write(suggestions));
      problems.labeled++;
    } catch (EncoderException e) {
      problems.add(task, "the encoder cannot encode the text", Refusal.unusable(e.getMessage()));
    } catch (DocumentException e) {
      Refusal refusal = Refusal.unusable("the text of a task: " + e.getMessage());
      problems.add(task, "the sentences of the text cannot be found", refusal);
    } catch (Refusal e) {
      problems.add(task, e.getMessage(), e);
    }
  }

  private GivenRegions given(Source source, JsonNode task, Regions regions, Request request)
      throws Refusal {
    if (!request.isInteractive()) {
      return GivenRegions.none(regions);
    }
    BitSet shownPlaces = shown.of(source.layer().key(), task, regions.text());
    JsonNode drawn = request.context().path("result");
    return GivenRegions.of(regions, task, drawn, shownPlaces);
  }

  /** Returns the suggestions of a model for a text. */
  private List<Suggestion> suggestions(
      Source source, String text, GivenRegions given, Runnable check)
      throws IOException, DocumentException {
    if (models.queue().hasVoicesFor(source.layer().key())) {
      models.queue().addUnlabeled(source.layer().key(), reader.read(text));
    }
    Gold gold = new Gold(given.certain(), Anchoring.SEGMENTS, annotated);
    Suggester suggester = source.suggester();
    if (suggester == null) {
      List<Passage> sentences = source.names().isEmpty() ? List.of() : reader.read(text);
      return source.names().addTo(List.of(), gold, sentences, check);
    }

    List<Passage> passages;
    if (source.shipped() == null) {
      passages = suggester.read(text, reader.read(text));
    } else {
      passages = source.shipped().read(text, null);
    }
    LayerLabels labels = source.layer().text().layerLabels();
    List<Suggestion> suggestions = suggester.suggest(gold, passages, check, labels);
    return source.names().addTo(suggestions, gold, passages, check);
  }
}
