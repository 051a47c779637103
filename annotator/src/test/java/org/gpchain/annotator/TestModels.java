package org.gpchain.annotator;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;

/** Hand-made models that know a few words by heart: each votes for one label. */
final class TestModels {
  /** How strongly a word votes; the probability of its label is about 1 - V exp(-4). */
  private static final float VOTE = 4;

  private TestModels() {}

  /** Chunks; needs no parts of speech. */
  static Model chunks() {
    return model(
        "chunk",
        "en",
        TagScheme.IOB2,
        "The/B-NP old/I-NP cat/I-NP sat/B-VP on/B-PP a/B-NP mat/I-NP ./O 😀😀/B-NP");
  }

  /** Chunks; needs parts of speech. */
  static Model chunksWithPos(Tagset tagset) {
    return model("chunk", "en", TagScheme.IOB2, "The/B-NP cat/I-NP sat/B-VP ./O", tagset);
  }

  /** Base noun phrases without a type. */
  static Model untypedNounPhrases() {
    return model("np", "en", TagScheme.IOB2, "The/B cat/I sat/O");
  }

  static Model entities() {
    return model(
        "ne",
        "en",
        TagScheme.IOB2,
        "Ada/B-PER Lovelace/I-PER London/B-LOC Acme/B-ORG Latin/B-MISC"
            + " flood/B-event-name in/O דנה/B-PER ירושלים/B-LOC");
  }

  /** A part-of-speech tagger: no segments. */
  static Model tokenLabels() {
    return model("pos", "en", TagScheme.TOKEN, "The/DET cat/NOUN sat/VERB");
  }

  /** The same model with a posterior covariance, so that it can be sampled. */
  static Model withCovariance(Model model) {
    Vocabulary vocabulary = model.vocabulary();
    SparseRows inducing =
        new SequenceEncoder(vocabulary)
            .encode(List.of(TokenSequence.ofWords(List.of("The", "cat", "sat"))));
    InducingProjection projection =
        InducingProjection.of(model.prior().kernel(vocabulary.groupOfFeature()), inducing);
    Cholesky identity = Cholesky.ofFactor(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1}, 3);
    int v = model.labels().size();
    double[] transitionVariance = new double[v * v];
    Arrays.fill(transitionVariance, 0.5);
    return model.with(
        new DecoupledPosterior(
            v,
            ((DecoupledPosterior) model.posterior()).weights(),
            model.posterior().pairwiseMean(),
            transitionVariance,
            new InducingCovariance(projection, Collections.nCopies(v, identity))));
  }

  static Model model(String task, String language, TagScheme scheme, String labelled) {
    return model(task, language, scheme, labelled, null);
  }

  /**
   * A model.
   *
   * @param labelled each word with its label, as in {@code The/B-NP cat/I-NP}
   * @param tagset of the parts of speech that it needs, or null
   */
  private static Model model(
      String task, String language, TagScheme scheme, String labelled, Tagset tagset) {
    Map<String, String> labelOfWord = new HashMap<>();
    for (String token : List.of(labelled.split(" "))) {
      int slash = token.indexOf('/');
      labelOfWord.put(token.substring(0, slash), token.substring(slash + 1));
    }
    return model(task, language, scheme, labelOfWord, tagset);
  }

  static Model model(
      String task, String language, TagScheme scheme, Map<String, String> labels, Tagset tagset) {
    Map<String, String> labelOfWord = new TreeMap<>(labels);
    List<String> words = List.copyOf(labelOfWord.keySet());
    LabelSet all = LabelSet.of(new TreeSet<>(labelOfWord.values()));
    TokenSequence sentence = TokenSequence.ofWords(words);
    String templates = "Uw:%x[0,word]\n";
    if (tagset != null) {
      templates += "Up:%x[0,pos]\n";
      sentence = sentence.with(TokenSequence.POS, words.stream().map(w -> "-").toList());
    }
    VocabularyBuilder builder =
        new VocabularyBuilder(
            TemplateSet.parse(templates + "B", List.of(TokenSequence.WORD, TokenSequence.POS)));
    builder.add(sentence);
    Vocabulary vocabulary = builder.freeze(1);
    int v = all.size();
    float[] weights = new float[vocabulary.featureCount() * v];
    int[] wordOfFeature = vocabulary.tuples().get(0);
    for (int feature = 0; feature < wordOfFeature.length; feature++) {
      String word = vocabulary.symbols().get(wordOfFeature[feature]);
      weights[feature * v + all.indexOf(labelOfWord.get(word))] = VOTE;
    }
    return new Model(
        new ModelTask(task, language, scheme, all),
        Features.of(vocabulary, Prior.of(vocabulary.groupCount(), 1, 1), tagset),
        new DecoupledPosterior(v, weights, new double[v * v], new double[v * v], null),
        new Provenance(Map.of(), 1, "", 1, words.size(), "test"));
  }

  static Path write(Model model, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      ModelWriter.write(model, out);
    }
    return file;
  }

  static Path write(WordResource words, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file)) {
      WordResourceFile.write(words, out);
    }
    return file;
  }
}
