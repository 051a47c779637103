package org.gpchain.internal.server.models;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCounts;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.documents.Passage;
import org.gpchain.internal.documents.Segmenter;
import org.gpchain.internal.server.annotations.Anchoring;
import org.gpchain.internal.server.annotations.ModelKey;
import org.gpchain.internal.server.suggestion.Blend;
import org.gpchain.internal.server.suggestion.ShippedModel;
import org.gpchain.internal.server.suggestion.Suggester;
import org.gpchain.training.Progress;

/**
 * Measures the F1 of the server's suggestions by the number of annotated sentences, on sentences
 * without annotations. Usage: {@code SuggestionCurve DATA [CORPUS…]}. Test parts are not read.
 */
public final class SuggestionCurve {
  /** Numbers of annotated sentences. */
  private static final List<Integer> ANNOTATED = List.of(1, 3, 10, 30, 100, 200);

  /** Maximum number of sentences without annotations from the file of the annotated ones. */
  private static final int MAX_HELD_OUT = 500;

  private static final Map<String, String> GUM_TYPES =
      Map.of("person", "PER", "place", "LOC", "organization", "ORG");

  /**
   * A corpus.
   *
   * @param name name of the corpus
   * @param model name of the shipped model
   * @param file file of the annotated sentences
   * @param heldOut file of the sentences without annotations; null for the sentences of {@code
   *     file} after the first {@code annotated} ones
   * @param annotated number of annotated sentences
   * @param separator separator of columns
   * @param column index of the label column
   * @param types new names of segment types, without which types are omitted; null to keep all
   */
  private record Layer(
      String name,
      String model,
      String file,
      String heldOut,
      int annotated,
      String separator,
      int column,
      Map<String, String> types) {}

  private static final List<Layer> LAYERS =
      List.of(
          new Layer("btc", "ner-en", "btc/dev.txt", null, 500, "\t", 1, null),
          new Layer("germeval2014", "ner-de", "germeval2014/dev.txt", null, 600, "\t", 1, null),
          new Layer(
              "gum, renamed",
              "ner-en",
              "gum-ccby/train.txt",
              "gum-ccby/dev.txt",
              1200,
              "\t",
              4,
              GUM_TYPES),
          new Layer("gum", "ner-en", "gum-ccby/train.txt", "gum-ccby/dev.txt", 1200, "\t", 4, null),
          new Layer("wnut17", "ner-en", "wnut17/dev.txt", null, 600, "\t", 1, null),
          new Layer(
              "noun phrases",
              "ner-en",
              "conll2000/train.txt",
              null,
              400,
              " ",
              2,
              Map.of("NP", "NP")));

  private SuggestionCurve() {}

  /**
   * Prints a row for each corpus.
   *
   * @param arguments the folder of the corpora, and the names of the corpora to use; default: all
   */
  @SuppressWarnings("SystemOut")
  public static void main(String[] arguments) throws Exception {
    Path data = Path.of(arguments[0]);
    List<String> names = List.of(arguments).subList(1, arguments.length);
    for (Layer layer : LAYERS) {
      if (names.isEmpty() || names.contains(layer.name())) {
        System.out.println(row(layer, data));
      }
    }
  }

  private static String row(Layer layer, Path data) throws Exception {
    List<LabeledSequence> first = read(layer, data.resolve(layer.file()));
    List<LabeledSequence> heldOut = heldOut(layer, first, data);
    List<LabeledSequence> annotated =
        first.subList(0, layer.annotated()).stream().filter(s -> !s.spans().isEmpty()).toList();
    ShippedModel base = ShippedModel.load(Path.of(layer.model()), null, Segmenter.DEFAULT);

    StringBuilder row =
        new StringBuilder("| " + layer.name() + " | " + f1(base.suggester(), heldOut));
    for (int count : ANNOTATED) {
      int enough = Math.min(count, annotated.size());
      ModelKey key = new ModelKey("p", "Layer", "value", "u", Anchoring.SEGMENTS);

      long begin = System.nanoTime();
      Model model =
          LayerLearner.learn(key, annotated.subList(0, enough), base, null, Progress.NONE);
      double seconds = (System.nanoTime() - begin) / 1e9;

      Blend.Weights weights = model.provenance().get(LayerLearner.BLEND).orElseThrow();
      row.append(
          String.format(
              Locale.ROOT,
              " | %s / %.2f / %.1f",
              f1(Suggester.over(base, model, weights), heldOut),
              weights.share(),
              seconds));
    }
    return row.append(" |").toString();
  }

  private static List<LabeledSequence> heldOut(
      Layer layer, List<LabeledSequence> sentences, Path data) throws IOException {
    if (layer.heldOut() != null) {
      return read(layer, data.resolve(layer.heldOut()));
    }
    int end = Math.min(sentences.size(), layer.annotated() + MAX_HELD_OUT);
    return sentences.subList(layer.annotated(), end);
  }

  private static String f1(Suggester suggester, List<LabeledSequence> sentences) {
    List<Passage> passages = new ArrayList<>();
    List<Span> gold = new ArrayList<>();
    int next = 0;
    for (LabeledSequence sentence : sentences) {
      int first = next;
      next += sentence.length();
      passages.add(
          new Passage(
              sentence.tokens(),
              IntStream.range(first, next).toArray(),
              IntStream.range(first, next).map(t -> t + 1).toArray()));
      sentence.spans().forEach(span -> gold.add(span.shifted(first)));
    }

    List<Span> suggested =
        suggester.suggest(passages, () -> {}).stream()
            .map(segment -> new Span(segment.begin(), segment.end(), segment.type()))
            .toList();
    return String.format(Locale.ROOT, "%.1f", 100 * SpanCounts.of(gold, suggested).f1());
  }

  private static List<LabeledSequence> read(Layer layer, Path file) throws IOException {
    List<LabeledSequence> sentences = new ArrayList<>();

    for (String block : Files.readString(file).strip().split("\n\n+", -1)) {
      List<String> words = new ArrayList<>();
      List<String> labels = new ArrayList<>();
      boolean isUser = false;
      for (String line : block.split("\n", -1)) {
        String[] cells = line.split(layer.separator(), -1);
        // In BTC, "@" and the user name are not names, as in the training of the shipped model.
        boolean isAt = layer.name().equals("btc") && cells[0].equals("@");
        isUser = isAt || isUser && (words.get(words.size() - 1).equals("@"));
        words.add(cells[0]);
        labels.add(isUser ? "O" : label(cells[layer.column()], layer.types()));
      }
      sentences.add(LabeledSequence.ofLabels(TokenSequence.ofWords(words), labels, TagScheme.IOB2));
    }
    return sentences;
  }

  private static String label(String label, Map<String, String> types) {
    if (types == null || label.equals("O")) {
      return label;
    }
    String type = types.get(label.substring(2));
    if (type == null) {
      return "O";
    }
    return label.substring(0, 2) + type;
  }
}
