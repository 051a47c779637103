package org.gpchain.documents.batch;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.gpchain.documents.output.Layer;

/** The figures of a run for programs; they say nothing of time, so that they are the same again. */
final class Summary {
  static final String NAME = "summary.json";

  private static final double DIGITS = 1e6;

  private Summary() {}

  static byte[] of(Statistics statistics, List<Layer> layers) throws IOException {
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put(
        "models",
        layers.stream()
            .map(
                layer -> {
                  Map<String, Object> model = new LinkedHashMap<>();
                  model.put("model", layer.model());
                  model.put("type", layer.type());
                  model.put("card", layer.card());
                  return model;
                })
            .toList());
    summary.put("documents", statistics.documents());
    summary.put("failed", statistics.failed());
    summary.put("withoutSentences", statistics.blank());
    summary.put("sentences", statistics.sentences());
    summary.put("tokens", statistics.tokens());
    summary.put("segments", statistics.segments());
    summary.put("types", types(statistics));
    summary.put("reasons", statistics.reasons());
    summary.put(
        "leastCertain",
        statistics.leastCertain().stream()
            .map(
                document -> {
                  Map<String, Object> entry = new LinkedHashMap<>();
                  entry.put("id", document.id());
                  entry.put("meanProbability", rounded(document.mean()));
                  entry.put("segments", document.segments());
                  return entry;
                })
            .toList());
    DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
    DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
    printer.indentObjectsWith(indenter);
    printer.indentArraysWith(indenter);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new ObjectMapper().writer(printer).writeValue(out, summary);
    out.write('\n');
    return out.toByteArray();
  }

  private static List<Map<String, Object>> types(Statistics statistics) {
    List<Map<String, Object>> types = new ArrayList<>();
    statistics
        .types()
        .forEach(
            (model, ofModel) ->
                ofModel.forEach(
                    (type, sum) -> {
                      Map<String, Object> entry = new LinkedHashMap<>();
                      entry.put("model", model);
                      entry.put("value", type);
                      entry.put("segments", sum.count());
                      entry.put("meanProbability", rounded(sum.mean()));
                      types.add(entry);
                    }));
    return types;
  }

  private static double rounded(double probability) {
    return Math.round(probability * DIGITS) / DIGITS;
  }
}
