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
import org.gpchain.core.vectors.DenseRows;
import org.gpchain.core.vectors.Encoders;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.vectors.VectorNovelty;
import org.gpchain.core.vectors.VectorProjection;
import org.gpchain.core.words.WordResource;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.gp.algebra.Cholesky;
import org.gpchain.internal.gp.inducing.InducingProjection;
import org.gpchain.internal.gp.posterior.InducingCovariance;

/** Handmade models of a few words; each word has a weight for one label. */
final class TestModels {
  /** Weight of a word for its label, whose probability is then about 1 - V exp(-4) for V labels. */
  private static final float VOTE = 4;

  private TestModels() {}

  /** Returns a chunk model without parts of speech. */
  static Model chunks() {
    return model(
        "chunk",
        "en",
        TagScheme.IOB2,
        "The/B-NP old/I-NP cat/I-NP sat/B-VP on/B-PP a/B-NP mat/I-NP ./O 😀😀/B-NP");
  }

  /**
   * Returns a chunk model that measures novelty with an encoder, whose vector of each word is its
   * length minus 3. Words of another length than 3 have the novelty 9, and others 0; the limit is
   * 5.
   */
  static Model chunksWithNovelty() {
    Model model = chunks();
    VectorProjection projection =
        VectorProjection.quantize(1, new double[] {1}, new double[] {3})
            .with(new VectorNovelty(new float[] {1}, 5));
    VectorFeatures vectors = VectorFeatures.of(new WordLengths(), projection, List.of(0));

    int groupCount = model.vocabulary().groupCount() + vectors.blockCount();
    Features features =
        new Features(
            model.vocabulary(),
            Prior.of(groupCount, 1, 1),
            null,
            model.features().sources(),
            vectors);
    float[] weights = ((DecoupledPosterior) model.posterior()).weights();
    int v = model.labels().size();
    return new Model(
        model.task(),
        features,
        DecoupledPosterior.plugIn(
            v,
            Arrays.copyOf(weights, (model.vocabulary().featureCount() + vectors.columnCount()) * v),
            new double[v * v]),
        model.calibration(),
        model.provenance(),
        model.run());
  }

  /** The length of each word. */
  private record WordLengths() implements TokenVectors {
    private static final WordLengths ADDED = new WordLengths();

    static {
      Encoders.add(ADDED);
    }

    @Override
    public int dimension() {
      return 1;
    }

    @Override
    public String id() {
      return "lengths@1";
    }

    @Override
    public DenseRows vectors(TokenSequence sentence) {
      float[] lengths = new float[sentence.length()];
      for (int t = 0; t < lengths.length; t++) {
        lengths[t] = sentence.words().get(t).length();
      }
      return new DenseRows(lengths.length, 1, lengths);
    }
  }

  /** Returns a chunk model that requires parts of speech of a tagset. */
  static Model chunksWithPos(Tagset tagset) {
    return model("chunk", "en", TagScheme.IOB2, "The/B-NP cat/I-NP sat/B-VP ./O", tagset);
  }

  /** Returns a model of base noun phrases, whose labels have no type. */
  static Model untypedNounPhrases() {
    return model("np", "en", TagScheme.IOB2, "The/B cat/I sat/O");
  }

  /** Returns a model of named entities. */
  static Model entities() {
    return model(
        "ne",
        "en",
        TagScheme.IOB2,
        "Ada/B-PER Lovelace/I-PER London/B-LOC Acme/B-ORG Latin/B-MISC"
            + " flood/B-event-name in/O דנה/B-PER ירושלים/B-LOC");
  }

  /** Returns a part-of-speech tagger, whose labels are not segments. */
  static Model tokenLabels() {
    return model("pos", "en", TagScheme.TOKEN, "The/DET cat/NOUN sat/VERB");
  }

  /** Returns the same model with a posterior covariance, which sampling requires. */
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

  /**
   * Returns a model that needs no parts of speech.
   *
   * @param labelled each word with its label, as in {@code The/B-NP cat/I-NP}
   */
  static Model model(String task, String language, TagScheme scheme, String labelled) {
    return model(task, language, scheme, labelled, null);
  }

  /**
   * Returns a model.
   *
   * @param labelled each word with its label, as in {@code The/B-NP cat/I-NP}
   * @param tagset the tagset of the required parts of speech, or null
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

  /**
   * Returns a model.
   *
   * @param labels the label of each word
   * @param tagset the tagset of the required parts of speech, or null
   */
  static Model model(
      String task, String language, TagScheme scheme, Map<String, String> labels, Tagset tagset) {
    Map<String, String> labelOfWord = new TreeMap<>(labels);
    List<String> words = List.copyOf(labelOfWord.keySet());
    LabelSet labelSet = LabelSet.of(new TreeSet<>(labelOfWord.values()));

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

    int v = labelSet.size();
    float[] weights = new float[vocabulary.featureCount() * v];
    int[] wordOfFeature = vocabulary.tuples().get(0);
    for (int feature = 0; feature < wordOfFeature.length; feature++) {
      String word = vocabulary.symbols().get(wordOfFeature[feature]);
      weights[feature * v + labelSet.indexOf(labelOfWord.get(word))] = VOTE;
    }

    return new Model(
        new ModelTask(task, language, scheme, labelSet),
        Features.of(vocabulary, Prior.of(vocabulary.groupCount(), 1, 1), tagset),
        new DecoupledPosterior(v, weights, new double[v * v], new double[v * v], null),
        new Provenance(Map.of(), 1, "", 1, words.size(), "test"));
  }

  /** Writes a model, and returns its file. */
  static Path write(Model model, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      ModelWriter.write(model, out);
    }
    return file;
  }

  /** Writes a word resource, and returns its file. */
  static Path write(WordResource words, Path file) throws IOException {
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file)) {
      WordResourceFile.write(words, out);
    }
    return file;
  }
}
