package org.gpchain.internal.server.labelstudio;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.server.annotations.Gold.UserAnnotation;
import org.gpchain.internal.server.annotations.Suggestion;
import org.gpchain.internal.server.http.Refusal;

/**
 * The regions of a task while an annotator works on it. Suggestions must leave them alone: Label
 * Studio's editor adds each suggestion as a region, in place of a region with the same identifier.
 *
 * <p>Label Studio sends the region that was just drawn as the context of the request, and the
 * task's drafts, annotations and predictions as they were last saved.
 */
final class GivenRegions {
  private final Regions regions;

  /** Regions that are certain: the model takes them for granted. */
  private final List<UserAnnotation> certain = new ArrayList<>();

  /** Characters that no suggestion may contain. */
  private final BitSet taken = new BitSet();

  private final Set<String> ids = new HashSet<>();
  private int invalid;

  private GivenRegions(Regions regions) {
    this.regions = regions;
  }

  /** Returns an object without regions, for tasks that no annotator is working on. */
  static GivenRegions none(Regions regions) {
    return new GivenRegions(regions);
  }

  /**
   * Returns the regions of a task.
   *
   * @param regions reads the regions of the task's text
   * @param drawn the result in the context of the request
   * @param shown characters that were part of earlier suggestions
   * @throws Refusal if a region in the context lies outside of the text
   */
  static GivenRegions of(Regions regions, JsonNode task, JsonNode drawn, BitSet shown)
      throws Refusal {
    GivenRegions given = new GivenRegions(regions);
    regions.read(drawn);
    given.addCertain(drawn);

    Set<JsonNode> edited = new HashSet<>();
    for (JsonNode draft : task.path("drafts")) {
      given.addCertain(draft.path("result"));
      edited.add(draft.path("annotation"));
    }
    for (JsonNode annotation : task.path("annotations")) {
      boolean isCurrent = !edited.contains(annotation.path("id"));
      if (isCurrent && !annotation.path("was_cancelled").asBoolean()) {
        given.addCertain(annotation.path("result"));
      } else {
        given.addTaken(annotation.path("result"));
      }
    }
    for (JsonNode prediction : task.path("predictions")) {
      given.addTaken(prediction.path("result"));
    }
    given.taken.or(shown);
    return given;
  }

  /** Adds regions, and makes those certain that do not overlap an earlier result. */
  private void addCertain(JsonNode result) {
    for (UserAnnotation region : regions.readValid(result)) {
      WorkCheck.run();
      boolean isLabeled = !region.label().isEmpty();
      if (isLabeled && isFree(region.begin(), region.end())) {
        certain.add(region);
      }
    }
    addTaken(result);
  }

  private void addTaken(JsonNode result) {
    List<UserAnnotation> valid = regions.readValid(result);
    for (UserAnnotation region : valid) {
      WorkCheck.run();
      taken.set(region.begin(), region.end());
    }
    List<String> own = regions.ids(result);
    ids.addAll(own);
    invalid += own.size() - valid.size();
  }

  private boolean isFree(int begin, int end) {
    int next = taken.nextSetBit(begin);
    return next < 0 || next >= end;
  }

  /** Returns the regions that the model takes for granted. */
  List<UserAnnotation> certain() {
    return certain;
  }

  /** Returns the number of saved regions that lie outside of the text, which are left out. */
  int invalid() {
    return invalid;
  }

  /** Returns whether a suggestion leaves all regions alone. */
  boolean allows(Suggestion suggestion) {
    return isFree(suggestion.begin(), suggestion.end()) && !ids.contains(regions.id(suggestion));
  }
}
