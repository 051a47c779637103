package org.gpchain.internal.evaluation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import org.gpchain.core.text.SpanCounts;

/** A result that can be written as JSON. */
public interface JsonResult {
  /** Jackson mix-in that adds the derived metrics of segment counts to their JSON object. */
  @JsonPropertyOrder({"precision", "recall", "f1", "gold", "predicted", "correct"})
  interface Figures {
    @JsonProperty
    double precision();

    @JsonProperty
    double recall();

    @JsonProperty
    double f1();
  }

  /** Returns a JSON object whose keys are the names of the record's components. */
  default String toJson() {
    ObjectWriter writer =
        new ObjectMapper()
            .addMixIn(SpanCounts.class, Figures.class)
            .writerWithDefaultPrettyPrinter();
    try {
      return writer.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("results can always be written as JSON", e);
    }
  }
}
