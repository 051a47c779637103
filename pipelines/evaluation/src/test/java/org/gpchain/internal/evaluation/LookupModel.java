package org.gpchain.internal.evaluation;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabelNotation;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.Corpus.SentenceOrigin;

/**
 * A model with known marginals. Each word has given probabilities of its labels. The labels of
 * different tokens are independent, except that illegal sequences have the probability 0.
 */
public final class LookupModel {
  private final TagScheme scheme;
  private final LabelSet labels;
  private final Map<String, double[]> words = new LinkedHashMap<>();

  /** Creates a model without words. */
  public LookupModel(TagScheme scheme, String... labels) {
    this.scheme = scheme;
    this.labels = LabelSet.of(Arrays.asList(labels));
  }

  /** Returns a sentence with the given words and labels, which are separated by spaces. */
  public static LabeledSequence sentence(String words, String labels, TagScheme scheme) {
    return LabeledSequence.ofLabels(
        TokenSequence.ofWords(List.of(words.split(" "))), List.of(labels.split(" ")), scheme);
  }

  /** Returns a corpus whose sentences begin in lines 1, 11, 21, …; seven labels were repaired. */
  public static Corpus corpus(Path file, TagScheme scheme, LabeledSequence... sentences) {
    List<SentenceOrigin> places =
        IntStream.range(0, sentences.length)
            .mapToObj(s -> new SentenceOrigin(file, 10 * s + 1, 0))
            .toList();
    return new Corpus(
        file,
        List.of(TokenSequence.WORD),
        List.of(sentences),
        places,
        LabelNotation.of(scheme),
        7,
        List.of(),
        List.of());
  }

  /** Adds a word with the probabilities of its labels, which sum to 1. */
  public LookupModel with(String word, double... probabilities) {
    words.put(word, probabilities);
    return this;
  }

  /** Returns the model. */
  public Model model() {
    TemplateSet templates = TemplateSet.parse("U:%x[0,word]", List.of(TokenSequence.WORD));
    VocabularyBuilder builder = new VocabularyBuilder(templates);
    // Features are numbered in the order of their first occurrence.
    words.keySet().forEach(word -> builder.add(TokenSequence.ofWords(List.of(word))));
    Vocabulary vocabulary = builder.freeze(1);
    int v = labels.size();
    float[] weights = new float[vocabulary.featureCount() * v];
    int feature = 0;

    for (double[] probabilities : words.values()) {
      for (int a = 0; a < v; a++) {
        weights[feature * v + a] = (float) Math.log(probabilities[a]);
      }
      feature++;
    }
    return new Model(
        new ModelTask("test", "x-unspecified", scheme, labels),
        Features.of(vocabulary, Prior.of(1, 1, 1), null),
        new DecoupledPosterior(v, weights, new double[v * v], new double[v * v], null),
        Calibration.NONE,
        new Provenance(Map.of(), 0, "", words.size(), words.size(), "test"),
        null);
  }
}
