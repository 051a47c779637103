package org.gpchain.core.decode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.gpchain.core.Draws;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.GoldSentence;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.Legality;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.chain.BruteForce;
import org.gpchain.internal.core.chain.LinearChain;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.DecoupledPosterior;
import org.gpchain.internal.core.posterior.LatentSamples;
import org.gpchain.internal.core.posterior.ToyCovariance;

/** A random model over a few words, and an enumeration of its label sequences for comparisons. */
public record TaggerCase(
    Vocabulary vocabulary, DecoupledPosterior posterior, LabelSet labels, TagScheme scheme) {
  private static final String TEMPLATES = "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,0]\nU2:%x[1,0]\nB";

  /** Returns labels for segments of the type X and, in schemes with few labels, Y. */
  public static LabelSet labelsOf(TagScheme scheme) {
    return LabelSet.of(
        switch (scheme) {
          case IOB1 -> List.of("I-X", "O", "B-X", "B-Y", "I-Y");
          case IOB2 -> List.of("O", "B-X", "I-X", "B-Y", "I-Y");
          case IOBES -> List.of("B-X", "O", "I-X", "E-X", "S-X");
          case TOKEN -> List.of("NN", "VB", "DT");
        });
  }

  /** Returns a random model. */
  public static TaggerCase of(long seed, TagScheme scheme) {
    return of(seed, scheme, labelsOf(scheme), 1, 0.5);
  }

  /**
   * Returns a random model.
   *
   * @param precision inverse of the standard deviation of each score
   * @param transitionVariance posterior variance of each transition score
   */
  public static TaggerCase of(
      long seed, TagScheme scheme, LabelSet labels, double precision, double transitionVariance) {
    Draws draws = new Draws(seed);
    List<TokenSequence> corpus = new ArrayList<>();
    for (int s = 0; s < 10; s++) {
      corpus.add(sentence(draws, draws.between(1, 5)));
    }

    VocabularyBuilder builder =
        new VocabularyBuilder(TemplateSet.parse(TEMPLATES, List.of("word")));
    corpus.forEach(builder::add);
    Vocabulary vocabulary = builder.freeze(1);
    int v = labels.size();
    float[] weights = draws.floats(vocabulary.featureCount() * v, 1);
    double[] variance = new double[v * v];
    Arrays.fill(variance, transitionVariance);
    DecoupledPosterior posterior =
        new DecoupledPosterior(
            v, weights, draws.normals(v * v, 1), variance, new ToyCovariance(v, 1 / precision));
    return new TaggerCase(vocabulary, posterior, labels, scheme);
  }

  /** Returns a sentence of words from the training corpus and a few unknown words. */
  public static TokenSequence sentence(Draws draws, int length) {
    return TokenSequence.ofWords(
        IntStream.range(0, length)
            .mapToObj(t -> draws.oneOf("a", "b", "c", "d", "a", "b", "new" + draws.index(9)))
            .toList());
  }

  /** Returns the tagger without a calibration. */
  public Tagger tagger(DecodingOptions options) {
    return tagger(Calibration.NONE, options);
  }

  /** Returns the tagger. */
  public Tagger tagger(Calibration calibration, DecodingOptions options) {
    var chain = new LinearChain(labels.size());
    SequenceModel model = new SequenceModel(vocabulary, posterior, chain, labels, scheme);
    return new Tagger(model, calibration, AddedColumns.NONE, options);
  }

  /** Returns the held-out scores of a sentence with gold labels and segments. */
  public HeldOutSentence heldOut(TokenSequence sentence, int[] gold, List<Span> spans, int block) {
    return tagger(DecodingOptions.DEFAULT)
        .heldOut(encoded(sentence), 0, GoldSentence.of(gold, spans, block), new Workspace());
  }

  /** Returns the codec of the scheme. */
  public SpanCodec codec() {
    return SpanCodec.of(scheme);
  }

  /** Returns the feature rows of a sentence. */
  public SparseRows encoded(TokenSequence sentence) {
    return new SequenceEncoder(vocabulary).encode(List.of(sentence));
  }

  /** Returns the samples of scores that a tagger draws for a sentence. */
  public LatentSamples samples(TokenSequence sentence, DecodingOptions options) {
    return posterior
        .latent(encoded(sentence), 0, sentence.length(), options.residual())
        .deviations()
        .draw(options.seed(), options.samples());
  }

  /** Returns the mean of the scores f, computed from the feature rows. */
  public double[] unaryMean(TokenSequence sentence) {
    SparseRows rows = encoded(sentence);
    int v = labels.size();
    double[] unary = new double[sentence.length() * v];
    for (int t = 0; t < sentence.length(); t++) {
      for (int i = rows.start(t); i < rows.start(t + 1); i++) {
        for (int a = 0; a < v; a++) {
          unary[t * v + a] += posterior.weights()[rows.column(i) * v + a];
        }
      }
    }
    return unary;
  }

  /** Enumerates the legal label sequences of a sentence under the posterior mean. */
  public BruteForce enumerateLegal(TokenSequence sentence) {
    return enumerate(sentence).given(this::isLegal);
  }

  /** Enumerates the legal label sequences of a sentence under a sample of the posterior. */
  public BruteForce enumerateLegal(TokenSequence sentence, LatentSamples samples, int sample) {
    return enumerate(sentence, samples, sample).given(this::isLegal);
  }

  /** Enumerates all label sequences of a sentence under the posterior mean. */
  public BruteForce enumerate(TokenSequence sentence) {
    return enumerate(sentence, LatticeScaling.LEGAL);
  }

  /** Enumerates all label sequences of a sentence under the scaled posterior mean. */
  public BruteForce enumerate(TokenSequence sentence, LatticeScaling scaling) {
    return new BruteForce(
        Arrays.stream(unaryMean(sentence)).map(f -> f * scaling.unary()).toArray(),
        Arrays.stream(posterior.pairwiseMean()).map(g -> g * scaling.transitions()).toArray(),
        sentence.length(),
        labels.size());
  }

  /** Enumerates all label sequences of a sentence under a sample of the posterior. */
  public BruteForce enumerate(TokenSequence sentence, LatentSamples samples, int sample) {
    double[] unary = unaryMean(sentence);
    double[] pairwise = posterior.pairwiseMean().clone();
    for (int i = 0; i < unary.length; i++) {
      unary[i] += samples.unary()[sample][i];
    }
    for (int i = 0; i < pairwise.length; i++) {
      pairwise[i] += samples.pairwise()[sample][i];
    }
    return new BruteForce(unary, pairwise, sentence.length(), labels.size());
  }

  /** Returns whether a label sequence is legal in the scheme. */
  public boolean isLegal(int[] path) {
    return Legality.isLegal(codec(), names(path));
  }

  /** Returns whether a label sequence has a segment. */
  public boolean has(Span span, int[] path) {
    return codec().decode(names(path)).contains(span);
  }

  /**
   * Returns whether a label sequence has a segment with the given labels. In the scheme IOB1, a
   * segment can have different labels, which all count.
   *
   * @param spelled labels of a sequence that contains the segment
   */
  public boolean has(Span span, int[] path, List<String> spelled) {
    return (scheme == TagScheme.IOB1
            || names(path)
                .subList(span.start(), span.end())
                .equals(spelled.subList(span.start(), span.end())))
        && has(span, path);
  }

  /** Returns the marginals of a prediction, {@code [T×V]}. */
  public static double[] marginals(Prediction prediction) {
    int v = prediction.labelSet().size();
    double[] marginals = new double[prediction.length() * v];
    Arrays.setAll(marginals, i -> prediction.marginal(i / v, i % v));
    return marginals;
  }

  /** Returns the labels of a sequence of label numbers. */
  public List<String> names(int[] path) {
    return Arrays.stream(path).mapToObj(labels::label).toList();
  }
}
