package org.gpchain.core.decode;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.WordScores;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.GoldSentence;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.document.FirstPass;
import org.gpchain.internal.core.document.MarginalTagger;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.math.FloatTable;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.core.segments.SegmentLabels;
import org.gpchain.internal.core.segments.SpanCandidates;
import org.gpchain.internal.core.segments.SpanProbability;

/**
 * Tags sentences with a trained model: features → latent scores → marginals → labels and segments.
 * Immutable; may be shared between threads that each have a {@link Workspace}.
 */
public final class Tagger implements MarginalTagger {
  private final Vocabulary vocabulary;
  private final WordResource words;
  private final SequenceEncoder encoder;

  /** Sums of feature weights by word; null if the latent means are not a sum over features. */
  private final WordScores scores;

  /** Dense features, which follow those of the vocabulary. */
  private final VectorFeatures vectors;

  private final Posterior posterior;
  private final SegmentLabels labels;
  private final LatticeScaling scaling;

  /** Scaled mean scores of transitions, {@code [V×V]}. */
  private final double[] transitions;

  private final DecodingOptions options;
  private final SentenceDecoder decoder;
  private final SampledTagger sampled;

  /** Check of a promised maximum error rate; null if none is promised. */
  private final PromiseCheck check;

  /** First pass over documents; null for a model with a single pass. */
  private final FirstPass firstPass;

  /** Pass of the base model over documents; null for a model without a base. */
  private final BasePass base;

  /**
   * Creates a tagger.
   *
   * @param model features, posterior, inference and labels
   * @param calibration calibration of the scores. It is learned for the posterior mean, so that
   *     averages over samples are not scaled.
   * @param columns sources of the columns that the tagger adds to sentences
   * @param requested options of the tagger
   * @throws IllegalArgumentException if the model does not support the options
   */
  public Tagger(
      SequenceModel model,
      Calibration calibration,
      AddedColumns columns,
      DecodingOptions requested) {
    this.posterior = model.posterior();
    this.options = requested.withOwnSamples(posterior.ownSamples());
    if (options.samples() > 0 && !posterior.hasCovariance()) {
      throw new IllegalArgumentException(
          "samples were requested, but the model was loaded or trained without a posterior"
              + " covariance; train with inducing points, or use 0 samples");
    }

    this.words = columns.words();
    this.firstPass = columns.first() == null ? null : new FirstPass(columns.first(), words);
    this.base = columns.base();

    this.vocabulary = model.vocabulary();
    this.encoder = new SequenceEncoder(vocabulary);
    this.vectors = model.vectors();
    this.scores = wordScores(encoder, posterior);
    this.labels = SegmentLabels.of(model.labels(), model.scheme(), model.inference());

    Calibration applied = options.samples() == 0 ? calibration : calibration.forSamples();
    this.scaling = applied.scaling();
    this.transitions = scaling.ofTransitions(posterior.pairwiseMean());
    SegmentChoice choice = SegmentChoice.of(applied, options);
    this.decoder = new SentenceDecoder(labels, choice, options, transitions);
    this.sampled = new SampledTagger(posterior, labels, vectors, decoder, options);
    this.check = promiseCheck(options, labels.probability().types(), applied);
  }

  /** Returns the sums of feature weights by word; null if the means are not such sums. */
  private static WordScores wordScores(SequenceEncoder encoder, Posterior posterior) {
    float[] weights = posterior.featureWeights();
    if (weights == null || !WordScores.suit(encoder, posterior.labelCount())) {
      return null;
    }
    return new WordScores(encoder, weights, posterior.labelCount());
  }

  @Override
  public LabelSet labels() {
    return labels.names();
  }

  /** Returns the codec of the model's labels. */
  public SpanCodec codec() {
    return labels.codec();
  }

  /** Returns the promise about the segments, or empty if there is none. */
  public Optional<Promise> promise() {
    return options.promised();
  }

  /**
   * Returns the check that compares texts with the held-out sentences behind a promised maximum
   * error rate, or empty if there is no such promise.
   */
  public Optional<PromiseCheck> promiseCheck() {
    return Optional.ofNullable(check);
  }

  /**
   * Returns the {@linkplain Prediction#novelty novelty} above which a sentence is unlike the
   * training text, as 1 % of the training sentences are; empty if the model does not measure it.
   */
  public OptionalDouble noveltyLimit() {
    return vectors.noveltyLimit();
  }

  /** Returns the names of the columns that a sentence must have, such as {@code word}. */
  public List<String> requiredColumns() {
    List<String> required =
        WordResource.withoutThoseOf(words, vocabulary.templates().requiredColumns());
    if (vectors.isNone() || required.contains(TokenSequence.WORD)) {
      return required;
    }
    List<String> withWords = new ArrayList<>(required);
    withWords.add(TokenSequence.WORD);
    return withWords;
  }

  /** Returns whether the labels of the model can express a segment. */
  public boolean canExpress(Span span) {
    return KnownSegments.canExpress(span, labels.codec(), labels.names());
  }

  private KnownSegments known(TokenSequence sentence) {
    return KnownSegments.of(sentence, labels.codec(), labels.names());
  }

  /**
   * The scores of a sentence.
   *
   * @param unary means of the latent scores, {@code [T×V]}, with the constraints of the sentence
   *     but without scaling. The array belongs to the workspace.
   * @param length number of tokens T
   * @param known constraints on the segments
   * @param novelty novelty of the sentence; NaN if it is not measured
   */
  private record SentenceScores(double[] unary, int length, KnownSegments known, double novelty) {}

  /** Buffer for unary scores. */
  private static final class Scratch {
    private double[] unary = {};
  }

  /**
   * Tags a sentence with a new workspace. To tag many sentences, pass the same workspace to {@link
   * #tag(TokenSequence, Workspace)}.
   *
   * @param sentence sentence with all {@link #requiredColumns}; may be empty
   */
  public Prediction tag(TokenSequence sentence) {
    return tag(sentence, new Workspace());
  }

  /**
   * Tags a sentence.
   *
   * @param sentence sentence with all {@link #requiredColumns}; may be empty
   */
  public Prediction tag(TokenSequence sentence, Workspace workspace) {
    int length = sentence.length();
    if (options.samples() > 0 && length > 0) {
      SparseRows rows = rows(complete(sentence, workspace));
      return sampled.tag(rows, 0, length, known(sentence), workspace);
    }
    return tagWithMean(scores(sentence, workspace), workspace);
  }

  /**
   * Tags a sentence and lets a function query the probabilities of other segments.
   *
   * @param sentence sentence with all {@link #requiredColumns} and at least one token
   * @param reader receives the prediction and a function that maps any segment to its {@linkplain
   *     #probabilities probability}. The function is only valid until the reader returns.
   * @return the result of the reader
   */
  public <R> R tag(
      TokenSequence sentence,
      Workspace workspace,
      BiFunction<Prediction, ToDoubleFunction<Span>, R> reader) {
    boolean usesSamples = options.samples() > 0;
    // Tagging with samples overwrites the workspace, in which the lattice of the mean lives.
    Prediction averaged = usesSamples ? tag(sentence, workspace) : null;

    SentenceScores sentenceScores = scores(sentence, workspace);
    Lattice lattice = lattice(sentenceScores.unary(), sentence.length(), workspace);
    ToDoubleFunction<Span> probability = span -> labels.probability().of(lattice, span);
    if (usesSamples) {
      return reader.apply(averaged, probability);
    }
    Prediction prediction = tagWithMean(sentenceScores, lattice, workspace);
    return reader.apply(prediction, probability);
  }

  /**
   * Returns a sentence with all columns that the model adds. Treats a sentence without the columns
   * of a pass over its document as a one-sentence document.
   */
  private TokenSequence complete(TokenSequence sentence, Workspace workspace) {
    if (firstPass == null && base == null) {
      return words == null ? sentence : words.lookUp(sentence, workspace);
    }

    String column = base == null ? DocumentWindow.TYPES : BasePass.COLUMN;
    if (sentence.isWeighted(column)) {
      return sentence;
    }
    return inDocument(List.of(sentence), workspace).get(0);
  }

  /**
   * Returns the first pass over documents, or empty if the prediction for a sentence does not
   * depend on other sentences. If there is a base model, it has the first pass.
   */
  @Override
  public Optional<FirstPass> firstPass() {
    if (base != null) {
      return base.tagger().firstPass();
    }
    return Optional.ofNullable(firstPass);
  }

  /**
   * Adds the columns that describe the rest of the document to its sentences. Without these
   * columns, the tagger treats each sentence as a document.
   *
   * @param sentences sentences of one document, in order, with all {@link #requiredColumns}. If the
   *     {@link #firstPass} has added its columns already, they are kept.
   * @return a sentence for each; the same list if predictions do not depend on other sentences
   */
  @Override
  public List<TokenSequence> inDocument(List<TokenSequence> sentences, Workspace workspace) {
    if (base != null) {
      return base.over(sentences, workspace);
    }

    List<TokenSequence> marked = KnownSegments.markRepeatedNames(sentences);
    if (firstPass == null || haveTypes(marked)) {
      return marked;
    }
    return firstPass.over(marked, workspace);
  }

  private static boolean haveTypes(List<TokenSequence> sentences) {
    for (TokenSequence sentence : sentences) {
      if (!sentence.isWeighted(DocumentWindow.TYPES)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public double[] marginals(TokenSequence sentence, Workspace workspace) {
    int length = sentence.length();
    double[] marginals = new double[length * labels.size()];
    if (length > 0) {
      lattice(unary(sentence, workspace), length, workspace).marginals(marginals);
    }
    return marginals;
  }

  private double[] unary(TokenSequence sentence, Workspace workspace) {
    return scores(sentence, workspace).unary();
  }

  private SentenceScores scores(TokenSequence sentence, Workspace workspace) {
    int length = sentence.length();
    double[] unary = unary(length, workspace);
    TokenSequence complete = complete(sentence, workspace);
    DenseColumns dense;
    if (scores == null) {
      SparseRows rows = rows(complete);
      dense = rows.dense();
      posterior.unaryMean(rows, 0, length, unary);
    } else {
      dense = vectors.isNone() ? null : vectors.columns(List.of(complete));
      scores.write(complete, workspace, unary);
      addVectorScores(dense, length, unary);
    }

    KnownSegments known = known(sentence);
    double novelty = vectors.novelty(dense, 0, length);
    return new SentenceScores(known.apply(unary), length, known, novelty);
  }

  /** Returns the feature rows of a sentence that has all columns. */
  private SparseRows rows(TokenSequence complete) {
    List<TokenSequence> sentences = List.of(complete);
    return vectors.addTo(encoder.encode(sentences), sentences);
  }

  /**
   * Adds the scores of the dense features, which are computed in single precision.
   *
   * @param dense dense features of the sentence; null if there are none
   */
  private void addVectorScores(DenseColumns dense, int length, double[] unary) {
    if (dense == null) {
      return;
    }

    int v = labels.size();
    float[] vectorScores = new float[length * v];
    FloatTable weights =
        new FloatTable(posterior.featureWeights(), vocabulary.featureCount() * v, v);
    dense.addProducts(0, length, weights, FloatTable.of(vectorScores, v));
    for (int i = 0; i < vectorScores.length; i++) {
      unary[i] += vectorScores[i];
    }
  }

  /**
   * Returns all segments of a sentence with a minimum probability, decoded or not.
   *
   * @param sentence sentence with all {@link #requiredColumns}
   * @param least minimum probability under the posterior mean, in (0, 1)
   * @return segments with their probabilities under the posterior mean and without alternatives,
   *     ordered by their first token; an empty list if the labels do not represent segments or
   *     cannot express every choice of them
   */
  public List<ScoredSpan> candidates(TokenSequence sentence, double least, Workspace workspace) {
    int length = sentence.length();
    SegmentDecoder segments = SegmentDecoder.of(labels.codec(), labels.names(), least);
    if (segments == null || length == 0) {
      return List.of();
    }

    Lattice lattice = lattice(unary(sentence, workspace), length, workspace);
    return candidates(lattice, segments, least, length).stream()
        .map(candidate -> new ScoredSpan(candidate.span, candidate.probability()))
        .toList();
  }

  /**
   * Returns the probabilities of segments under the posterior mean.
   *
   * @param sentence sentence with all {@link #requiredColumns}
   * @param spans any segments of the sentence
   * @return the probability of each segment, or 0 if the labels cannot express it
   */
  public double[] probabilities(TokenSequence sentence, List<Span> spans, Workspace workspace) {
    if (spans.isEmpty()) {
      return new double[0];
    }
    Lattice lattice = lattice(unary(sentence, workspace), sentence.length(), workspace);
    SpanProbability probability = labels.probability();
    return spans.stream().mapToDouble(span -> probability.of(lattice, span)).toArray();
  }

  /**
   * Tags a sentence given by its features.
   *
   * @param rows feature rows over this tagger's vocabulary; not modified
   * @param first index of the sentence's first row
   * @param length number of tokens T; may be 0
   */
  public Prediction tag(SparseRows rows, int first, int length, Workspace workspace) {
    int featureCount = vocabulary.featureCount() + vectors.columnCount();
    Checks.length("rows", rows.columnCount(), featureCount, "[D]");
    if (options.samples() > 0 && length > 0) {
      return sampled.tag(rows, first, length, KnownSegments.NOTHING, workspace);
    }
    double[] unary = unary(length, workspace);
    posterior.unaryMean(rows, first, length, unary);
    double novelty = vectors.novelty(rows.dense(), first, length);
    SentenceScores sentenceScores =
        new SentenceScores(unary, length, KnownSegments.NOTHING, novelty);
    return tagWithMean(sentenceScores, workspace);
  }

  /**
   * Returns the scores and candidates of a held-out sentence, from which a calibration is learned.
   *
   * @param rows feature rows over this tagger's vocabulary; not modified
   * @param first index of the sentence's first row
   * @param gold gold annotation of the sentence
   */
  public HeldOutSentence heldOut(
      SparseRows rows, int first, GoldSentence gold, Workspace workspace) {
    int length = gold.length();
    double[] pairwise = posterior.pairwiseMean();
    double[] unary = new double[length * labels.size()];
    posterior.unaryMean(rows, first, length, unary);

    SegmentDecoder segments =
        SegmentDecoder.of(labels.codec(), labels.names(), HeldOutSegments.LEAST);
    List<SpanCandidates.Candidate> candidates = List.of();
    if (segments != null) {
      Lattice lattice = labels.inference().lattice(unary, pairwise, length, workspace);
      candidates = candidates(lattice, segments, HeldOutSegments.LEAST, length);
    }

    double novelty = vectors.novelty(rows.dense(), first, length);
    return new HeldOutSentence(labels, unary, pairwise, gold, candidates, novelty);
  }

  /** Returns all candidates with a minimum probability under a lattice. */
  private List<SpanCandidates.Candidate> candidates(
      Lattice lattice, SegmentDecoder segments, double least, int length) {
    double[] marginals = new double[length * labels.size()];
    lattice.marginals(marginals);

    SpanCandidates candidates = new SpanCandidates(labels.probability(), length, List.of());
    segments.propose(marginals, length, candidates);
    candidates.weigh(lattice, 1);
    return candidates.notBelow(least);
  }

  /** Returns the check of a promised maximum error rate; null if none is promised. */
  private static PromiseCheck promiseCheck(
      DecodingOptions options, List<String> types, Calibration calibration) {
    Optional<Promise> promise = options.promised();
    if (promise.isEmpty() || promise.get().kind() != Promise.Kind.MAX_ERROR) {
      return null;
    }
    if (options.beta() == 1) {
      return PromiseCheck.of(types, calibration);
    }
    return PromiseCheck.withoutEvidence(types);
  }

  /**
   * Scales scores and runs forward–backward on them.
   *
   * @param unary unary scores, {@code [T×V]}; scaled in place
   */
  private Lattice lattice(double[] unary, int length, Workspace workspace) {
    scaling.scaleUnary(unary, length * labels.size());
    return labels.inference().lattice(unary, transitions, length, workspace);
  }

  /** Returns a buffer of the workspace for the unary scores of a sentence. */
  private double[] unary(int length, Workspace workspace) {
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    scratch.unary = Workspace.ensure(scratch.unary, length * labels.size());
    return scratch.unary;
  }

  private Prediction tagWithMean(SentenceScores sentence, Workspace workspace) {
    if (sentence.length() == 0) {
      return new Prediction(
          labels.names(), new int[0], new double[0], new double[0], 0, List.of(), null, Double.NaN);
    }
    return tagWithMean(
        sentence, lattice(sentence.unary(), sentence.length(), workspace), workspace);
  }

  private Prediction tagWithMean(SentenceScores sentence, Lattice lattice, Workspace workspace) {
    int length = sentence.length();
    double[] marginals = new double[length * labels.size()];
    lattice.marginals(marginals);
    SentenceDecoder.Choice decoding =
        decoder.new Choice(marginals, sentence.unary(), length, sentence.known(), workspace);
    decoding.weigh(lattice, 1);
    List<Span> spans = decoding.spans();
    int[] path = decoding.path(spans);

    long[] evidence = null;
    if (check != null) {
      List<String> types = labels.probability().types();
      evidence =
          PromiseCheck.evidence(types, marginals, decoding.all(), length, sentence.novelty());
    }

    double logProbability = lattice.logProbability(path);
    return new Prediction(
        labels.names(),
        path,
        marginals,
        null,
        logProbability,
        decoding.scored(spans),
        evidence,
        sentence.novelty());
  }
}
