package org.gpchain.internal.documents.soak;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.gpchain.annotator.ModelCache;
import org.gpchain.annotator.ModelsOnClassPath;
import org.gpchain.core.decode.DecodingOptions;
import org.gpchain.core.decode.Outcome;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.workspace.Workspace;

/** One tagger for each shipped model, shared by all threads. */
final class SharedTaggers {
  static final List<String> LANGUAGES = List.of("en", "nb");

  private static final List<String> TOOLS = List.of("tagger", "chunker", "ner");

  private final Map<String, Model> models = new TreeMap<>();
  private final Map<String, Tagger> taggers = new TreeMap<>();

  SharedTaggers() throws IOException {
    DecodingOptions options = DecodingOptions.DEFAULT.withNBest(3);
    for (String language : LANGUAGES) {
      for (String tool : TOOLS) {
        String name = tool + "-" + language;
        Model model =
            ModelCache.SHARED.get(
                ModelsOnClassPath.find(name).orElseThrow(() -> new IOException("no " + name)),
                Contents.DECODING);
        models.put(name, model);
        taggers.put(name, model.tagger(options));
      }
    }
  }

  /** Returns the words and other symbols that the models of a language know. */
  List<String> known(String language) {
    return TOOLS.stream()
        .flatMap(tool -> models.get(tool + "-" + language).vocabulary().symbols().stream())
        .filter(symbol -> !symbol.isBlank())
        .distinct()
        .toList();
  }

  /**
   * The results of the taggers for the sentences of a document.
   *
   * @param workspaces of the calling thread, one for each tagger
   */
  List<Outcome> tag(SoakDocument document, Map<String, Workspace> workspaces) {
    List<Outcome> outcomes = new ArrayList<>();
    for (String tool : TOOLS) {
      String name = tool + "-" + document.language();
      Workspace workspace = workspaces.computeIfAbsent(name, any -> new Workspace());
      for (List<String> words : document.sentences()) {
        outcomes.add(
            Outcome.of(taggers.get(name).tag(sentence(models.get(name), words), workspace)));
      }
    }
    return outcomes;
  }

  /** Adds two parts of speech to each word, derived from its hash, if the model reads them. */
  private static TokenSequence sentence(Model model, List<String> words) {
    TokenSequence sentence = TokenSequence.ofWords(words);
    if (!model.requiredColumns().contains(TokenSequence.POS)) {
      return sentence;
    }

    List<String> tags = List.copyOf(model.features().tagset().tags());
    return sentence.withWeighted(
        TokenSequence.POS,
        words.stream()
            .map(
                word -> {
                  int tag = Math.floorMod(word.hashCode(), tags.size());
                  return List.of(
                      new WeightedValue(tags.get(tag), 0.75),
                      new WeightedValue(tags.get((tag + 1) % tags.size()), 0.25));
                })
            .toList());
  }
}
