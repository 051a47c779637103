package org.gpchain.evaluation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;

/** A record that can be written as JSON. */
public interface JsonResult {
  /** A JSON object whose keys are the names of the record's components. */
  default String toJson() {
    ObjectWriter writer = new ObjectMapper().writerWithDefaultPrettyPrinter();
    try {
      return writer.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("results can always be written as JSON", e);
    }
  }
}
