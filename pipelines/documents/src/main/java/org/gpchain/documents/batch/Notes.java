package org.gpchain.documents.batch;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.gpchain.documents.SharedModels;

/** What a user should know of a run, in words. */
final class Notes {
  private Notes() {}

  static List<String> of(Statistics statistics, SharedModels models) throws IOException {
    List<String> notes = new ArrayList<>();
    if (statistics.blank() > 0) {
      notes.add("documents without sentences: " + statistics.blank());
    }
    if (!models.readsRawText() && statistics.segmented() > 0) {
      notes.add(
          "documents without tokens: "
              + statistics.segmented()
              + "; their sentences and tokens were found by "
              + models.segmenterName());
    }
    if (!models.readsRawText() && statistics.tagged() > 0) {
      notes.add(
          "tokens without a part of speech: "
              + statistics.tagged()
              + "; tagged by "
              + models.taggerName());
    }
    return notes;
  }
}
