package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.http.Refusal;

/**
 * A project of Label Studio.
 *
 * @param id identifier of the project
 * @param layers labeled texts of the configuration, each with a model, at least one
 * @param ignored number of {@code <Labels>} of the configuration that are not for a text
 */
record StudioProject(String id, List<StudioLayer> layers, int ignored) {
  /** Name of the layer in the keys of models for Label Studio. */
  static final String LAYER = "label-studio";

  /** Type of annotations of labeling configurations, which have none. */
  static final SegmentLayer NO_LAYER = new SegmentLayer("", "");

  /**
   * A labeled text of a project.
   *
   * @param key key of the model that is learned from the regions
   * @param text the text and its labels
   */
  record StudioLayer(ModelKey key, LabeledText text) {}

  /** Copies the list. */
  StudioProject {
    layers = List.copyOf(layers);
  }

  /**
   * Returns the project of a request.
   *
   * @param id identifier of the project, see {@link #id(JsonNode)}
   * @param config labeling configuration
   */
  static StudioProject of(JsonNode id, String config) throws Refusal {
    String project = id(id);
    LabelingConfig labeling = LabelingConfig.parse(config);
    List<StudioLayer> layers = new ArrayList<>();
    try {
      for (LabeledText text : labeling.texts()) {
        ModelKey key = new ModelKey(project, LAYER, text.fromName(), "", Anchoring.SEGMENTS);
        layers.add(new StudioLayer(key, text));
      }
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest(e.getMessage());
    }
    return new StudioProject(project, layers, labeling.ignored());
  }

  /**
   * Returns the identifier of a project. Some requests append a dot and the time when the project
   * was created; both are removed.
   */
  static String id(JsonNode id) {
    return id.asText("").split("\\.", 2)[0];
  }

  /** Returns whether a key belongs to a model of a Label Studio project. */
  static boolean isKeyOf(ModelKey key, String project) {
    return key.layer().equals(LAYER) && key.project().equals(project);
  }
}
