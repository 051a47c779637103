package org.gpchain.internal.server.models;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.annotations.Sentences;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.training.ToyCorpus;
import org.gpchain.internal.training.ToySettings;
import org.gpchain.training.Progress;

/** A small shipped model of persons and places. */
public final class ToyNames {
  public static final List<LabeledSequence> SENTENCES =
      ToyCorpus.sentences(40, 1).stream()
          .map(
              one ->
                  new LabeledSequence(
                      TokenSequence.ofWords(one.tokens().column(TokenSequence.WORD)), one.spans()))
          .toList();

  static final Model MODEL =
      ToySettings.of("ne", Anchoring.SEGMENTS.templates())
          .withIterations(20)
          .withCalibrationFolds(0)
          .withLanguage("en")
          .learn(SENTENCES);

  private ToyNames() {}

  /** Returns the model, written to and read from the file {@code names.gpchain} in a folder. */
  public static ShippedModel shipped(Path folder) throws IOException {
    return shipped(folder, "names", MODEL);
  }

  /** Returns a model, written to and read from a file in a folder. */
  public static ShippedModel shipped(Path folder, String name, Model model) throws IOException {
    Path file = folder.resolve(name + ".gpchain");
    try (OutputStream out = Files.newOutputStream(file)) {
      ModelWriter.write(model, out);
    }
    return ShippedModel.load(file, null, Segmenter.DEFAULT);
  }

  /** Saves a model that labels persons, or sentences about persons, as {@code hero}. */
  public static void learn(ModelStore store, ModelKey key) throws IOException {
    List<LabeledSequence> learned =
        key.unit() == Anchoring.SENTENCES
            ? aboutHeroes()
            : SENTENCES.stream().map(one -> heroes(one, key.unit().isSingle())).toList();
    store.save(key, LayerLearner.learn(key, learned, null, null, Progress.NONE));
  }

  private static LabeledSequence heroes(LabeledSequence one, boolean single) {
    return new LabeledSequence(
        one.tokens(),
        one.spans().stream()
            .filter(span -> span.type().equals("PER"))
            .map(span -> new Span(span.start(), single ? span.start() + 1 : span.end(), "hero"))
            .toList());
  }

  /** Returns sentences that are labeled as a whole, by whether they are about persons. */
  static List<LabeledSequence> aboutHeroes() {
    return SENTENCES.stream().map(ToyNames::about).toList();
  }

  private static LabeledSequence about(LabeledSequence one) {
    boolean hero = one.spans().stream().anyMatch(span -> span.type().equals("PER"));
    return new LabeledSequence(
        Sentences.units(List.of(one.tokens(), one.tokens())),
        hero ? List.of(new Span(0, 1, "hero"), new Span(1, 2, "hero")) : List.of());
  }

  /** Returns a request with JSON, in which single quotes are replaced by double quotes. */
  public static ClientRequest json(String json) {
    return request("application/json", "", json.replace('\'', '"'));
  }

  /** Returns a request. */
  public static ClientRequest request(String type, String name, String body) {
    return new ClientRequest(type, name, body.getBytes(StandardCharsets.UTF_8), () -> false);
  }
}
