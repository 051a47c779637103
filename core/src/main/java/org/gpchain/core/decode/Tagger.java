package org.gpchain.core.decode;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.WordScores;
import org.gpchain.core.likelihood.Lattice;
import org.gpchain.core.likelihood.MarginalInference;
import org.gpchain.core.likelihood.PartialLabels;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.promise.HeldOutSegments;
import org.gpchain.core.promise.HeldOutSentence;
import org.gpchain.core.promise.LatticeScaling;
import org.gpchain.core.promise.Promise;
import org.gpchain.core.promise.PromiseCheck;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.ScoredSpan;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.document.BasePass;
import org.gpchain.internal.core.document.DocumentWindow;
import org.gpchain.internal.core.document.FirstPass;
import org.gpchain.internal.core.document.MarginalTagger;
import org.gpchain.internal.core.math.Checks;
import org.gpchain.internal.core.math.SparseRows;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.segments.KnownSegments;
import org.gpchain.internal.core.segments.LegalInference;
import org.gpchain.internal.core.segments.SpanCandidates;
import org.gpchain.internal.core.segments.SpanProbability;

/**
 * Tags sentences with a trained model: features → latent scores → marginals → labels and segments.
 * Immutable; one tagger serves any number of threads, each with its own {@link Workspace}.
 */
public final class Tagger implements MarginalTagger {
  private final Vocabulary vocabulary;
  private final WordResource words;
  private final SequenceEncoder encoder;

  /** Null if the mean is no sum over features. */
  private final WordScores scores;

  private final Posterior posterior;
  private final LabelSet labels;
  private final SpanCodec codec;
  private final SpanProbability spanProbability;

  private final LatticeScaling scaling;

  private final double[] transitions;
  private final LegalInference legal;
  private final DecodingOptions options;
  private final SentenceDecoder decoder;
  private final SampledTagger sampled;

  /** Null without a promise of a largest error. */
  private final PromiseCheck check;

  /** Null for a model of one pass. */
  private final FirstPass firstPass;

  /** Null for a model without a base. */
  private final BasePass base;

  /**
   * @param inference over label sequences, with as many labels as {@code labels}
   * @param calibration of the scores; averages over samples are not scaled, since the scales were
   *     learned for the posterior mean
   * @param words gives sentences more columns; null for none
   * @param first its marginals give sentences the columns of {@link DocumentWindow}; null for none
   * @param base gives sentences its columns; null for none
   * @throws IllegalArgumentException if the model cannot serve the options
   */
  public Tagger(
      Vocabulary vocabulary,
      Posterior posterior,
      MarginalInference inference,
      LabelSet labels,
      TagScheme scheme,
      Calibration calibration,
      WordResource words,
      Tagger first,
      BasePass base,
      DecodingOptions requested) {
    DecodingOptions options = requested.withOwnSamples(posterior.ownSamples());
    if (labels.size() != inference.labelCount() || labels.size() != posterior.labelCount()) {
      throw new IllegalArgumentException(
          String.format(
              "label set, posterior and inference must agree on the labels, had %s, %s, %s",
              labels.size(), posterior.labelCount(), inference.labelCount()));
    }
    if (options.samples() > 0 && !posterior.hasCovariance()) {
      throw new IllegalArgumentException(
          "samples were requested, but the model was loaded or trained without a posterior"
              + " covariance; train with inducing points, or use 0 samples");
    }
    this.vocabulary = vocabulary;
    this.words = words;
    this.firstPass = first == null ? null : new FirstPass(first, words);
    this.base = base;
    this.encoder = new SequenceEncoder(vocabulary);
    this.posterior = posterior;
    float[] weights = posterior.featureWeights();
    this.scores =
        weights != null && WordScores.suit(encoder, labels.size())
            ? new WordScores(encoder, weights, labels.size())
            : null;
    this.labels = labels;
    this.codec = SpanCodec.of(scheme);
    this.spanProbability = new SpanProbability(codec, labels);
    Calibration applied = options.samples() == 0 ? calibration : calibration.forSamples();
    this.scaling = applied.scaling();
    this.transitions = scaling.ofTransitions(posterior.pairwiseMean());
    this.legal = new LegalInference(inference, LegalInference.constraints(codec, labels));
    this.options = options;
    SegmentChoice choice = SegmentChoice.of(applied, options);
    this.decoder =
        new SentenceDecoder(legal, spanProbability, codec, labels, choice, options, transitions);
    this.sampled = new SampledTagger(posterior, labels, legal, decoder, options);
    this.check = promiseCheck(options, spanProbability.types(), applied);
  }

  @Override
  public LabelSet labels() {
    return labels;
  }

  public SpanCodec codec() {
    return codec;
  }

  public Optional<Promise> promise() {
    return options.promised();
  }

  /** Compares texts with what a promise of a largest error was made from, if there is one. */
  public Optional<PromiseCheck> promiseCheck() {
    return Optional.ofNullable(check);
  }

  /** The columns that a sentence must have, such as {@code word} and {@code pos}. */
  public List<String> requiredColumns() {
    return WordResource.withoutThoseOf(words, vocabulary.templates().requiredColumns());
  }

  /** Whether the labels can write a segment. */
  public boolean canExpress(Span span) {
    return KnownSegments.canExpress(span, codec, labels);
  }

  private KnownSegments known(TokenSequence sentence) {
    return KnownSegments.of(sentence, codec, labels);
  }

  private static final class Scratch {
    private double[] unary = {};
  }

  /** Tags one sentence; makes a new workspace. For many sentences, pass one. */
  public Prediction tag(TokenSequence sentence) {
    return tag(sentence, new Workspace());
  }

  /** Tags one sentence with all {@link #requiredColumns}; it may be empty. */
  public Prediction tag(TokenSequence sentence, Workspace workspace) {
    int length = sentence.length();
    KnownSegments known = known(sentence);
    if (options.samples() > 0 && length > 0) {
      SparseRows rows = encoder.encode(List.of(complete(sentence, workspace)));
      return sampled.tag(rows, 0, length, known, workspace);
    }
    return tagWithMean(unary(sentence, workspace), length, known, workspace);
  }

  /**
   * Tags one sentence, for a reader who also asks for the probabilities of other segments.
   *
   * @param sentence with all {@link #requiredColumns} and at least one token
   * @param reader takes the prediction, and a function from any segment to its {@linkplain
   *     #probabilities probability}, which it may call until it returns
   */
  public <R> R tag(
      TokenSequence sentence,
      Workspace workspace,
      BiFunction<Prediction, ToDoubleFunction<Span>, R> reader) {
    int length = sentence.length();
    Prediction average = options.samples() > 0 ? tag(sentence, workspace) : null;
    double[] unary = unary(sentence, workspace);
    Lattice lattice = lattice(unary, length, workspace);
    return reader.apply(
        average == null ? tagWithMean(unary, lattice, length, known(sentence), workspace) : average,
        span -> spanProbability.of(lattice, span));
  }

  /** A sentence that nobody has seen with its document is one of its own. */
  private TokenSequence complete(TokenSequence sentence, Workspace workspace) {
    if (firstPass == null && base == null) {
      return words == null ? sentence : words.lookUp(sentence, workspace);
    }
    return sentence.isWeighted(base == null ? DocumentWindow.TYPES : BasePass.COLUMN)
        ? sentence
        : inDocument(List.of(sentence), workspace).get(0);
  }

  /**
   * The first pass over documents, that of the base if there is one; empty if what is predicted
   * depends on a sentence alone.
   */
  @Override
  public Optional<FirstPass> firstPass() {
    return base == null ? Optional.ofNullable(firstPass) : base.tagger().firstPass();
  }

  /**
   * The sentences of a document with what each is to know of the others. Who tags them as they are
   * takes each for a document.
   *
   * @param sentences of one document, in order, with all {@link #requiredColumns}; those that the
   *     {@link #firstPass} has seen already know
   * @return as many; the same if what is predicted depends on a sentence alone
   */
  @Override
  public List<TokenSequence> inDocument(List<TokenSequence> sentences, Workspace workspace) {
    if (base != null) {
      return base.over(sentences, workspace);
    }
    List<TokenSequence> told = KnownSegments.spread(sentences);
    return firstPass == null || told.stream().allMatch(one -> one.isWeighted(DocumentWindow.TYPES))
        ? told
        : firstPass.over(told, workspace);
  }

  /** The marginals {@code [T×V]} of a sentence that has all columns; it may be empty. */
  @Override
  public double[] marginals(TokenSequence sentence, Workspace workspace) {
    int length = sentence.length();
    double[] marginals = new double[length * labels.size()];
    if (length > 0) {
      lattice(unary(sentence, workspace), length, workspace).marginals(marginals);
    }
    return marginals;
  }

  /** The mean of the latent scores, clamped but not yet scaled; in the workspace. */
  private double[] unary(TokenSequence sentence, Workspace workspace) {
    int length = sentence.length();
    double[] unary = unary(length, workspace);
    TokenSequence complete = complete(sentence, workspace);
    if (scores != null) {
      scores.write(complete, workspace, unary);
    } else {
      posterior.unaryMean(encoder.encode(List.of(complete)), 0, length, unary);
    }
    return known(sentence).apply(unary);
  }

  /**
   * Returns all segments of a sentence that are not too improbable, decoded or not.
   *
   * @param sentence with all {@link #requiredColumns}
   * @param least probability under the posterior mean, in (0, 1)
   * @return segments with their probabilities under the posterior mean and without alternatives,
   *     ordered by their start; none where segments are not chosen one by one, as with labels of
   *     tokens
   */
  public List<ScoredSpan> candidates(TokenSequence sentence, double least, Workspace workspace) {
    int length = sentence.length();
    SegmentDecoder segments = SegmentDecoder.of(codec, labels, least);
    if (segments == null || length == 0) {
      return List.of();
    }
    Lattice lattice = lattice(unary(sentence, workspace), length, workspace);
    return candidates(lattice, segments, least, length).stream()
        .map(candidate -> new ScoredSpan(candidate.span, candidate.probability()))
        .toList();
  }

  /**
   * The probabilities of some segments under the posterior mean.
   *
   * @param sentence with all {@link #requiredColumns}
   * @param spans any segments of the sentence
   * @return one for each of them; 0 where the labels cannot write it
   */
  public double[] probabilities(TokenSequence sentence, List<Span> spans, Workspace workspace) {
    if (spans.isEmpty()) {
      return new double[0];
    }
    Lattice lattice = lattice(unary(sentence, workspace), sentence.length(), workspace);
    return spans.stream().mapToDouble(span -> spanProbability.of(lattice, span)).toArray();
  }

  /**
   * Tags one sentence that has been encoded.
   *
   * @param rows feature rows over this tagger's vocabulary; not modified
   * @param length number of tokens T; may be 0
   */
  public Prediction tag(SparseRows rows, int first, int length, Workspace workspace) {
    Checks.length("rows", rows.columnCount(), vocabulary.featureCount(), "[D]");
    if (options.samples() > 0 && length > 0) {
      return sampled.tag(rows, first, length, KnownSegments.NOTHING, workspace);
    }
    double[] unary = unary(length, workspace);
    posterior.unaryMean(rows, first, length, unary);
    return tagWithMean(unary, length, KnownSegments.NOTHING, workspace);
  }

  /**
   * A sentence that the model has not seen, to learn a calibration from.
   *
   * @param rows feature rows over this tagger's vocabulary; not modified
   * @param gold its gold labels, by number, {@code [T]}, T ≥ 1, or what stands for rows of {@code
   *     partial}; kept
   * @param partial what is known of tokens whose label is not; null if all labels are known
   * @param block number of the block of neighbouring sentences that it belongs to
   */
  public HeldOutSentence heldOut(
      SparseRows rows,
      int first,
      int[] gold,
      PartialLabels partial,
      List<Span> goldSegments,
      int block,
      Workspace workspace) {
    double[] unary = new double[gold.length * labels.size()];
    posterior.unaryMean(rows, first, gold.length, unary);
    SegmentDecoder segments = SegmentDecoder.of(codec, labels, HeldOutSegments.LEAST);
    List<SpanCandidates.Candidate> candidates =
        segments == null
            ? List.of()
            : candidates(
                legal.lattice(unary, posterior.pairwiseMean(), gold.length, workspace),
                segments,
                HeldOutSegments.LEAST,
                gold.length);
    return new HeldOutSentence(
        legal,
        spanProbability,
        unary,
        posterior.pairwiseMean(),
        gold,
        partial,
        Set.copyOf(goldSegments),
        candidates,
        block);
  }

  /** All segments that are not too improbable under a lattice. */
  private List<SpanCandidates.Candidate> candidates(
      Lattice lattice, SegmentDecoder segments, double least, int length) {
    double[] marginals = new double[length * labels.size()];
    lattice.marginals(marginals);
    SpanCandidates all = new SpanCandidates(spanProbability, length, List.of());
    segments.propose(marginals, length, all);
    all.weigh(lattice, 1);
    return all.notBelow(least);
  }

  /** Returns the check of a promised maximum error rate; null if none is promised. */
  private static PromiseCheck promiseCheck(
      DecodingOptions options, List<String> types, Calibration calibration) {
    if (options.promised().filter(promise -> promise.kind() == Promise.Kind.MAX_ERROR).isEmpty()) {
      return null;
    }
    return options.beta() == 1
        ? PromiseCheck.of(types, calibration)
        : PromiseCheck.withoutEvidence(types);
  }

  /** Forward–backward on scores, which are scaled first; modifies them. */
  private Lattice lattice(double[] unary, int length, Workspace workspace) {
    scaling.scaleUnary(unary, length * labels.size());
    return legal.lattice(unary, transitions, length, workspace);
  }

  private double[] unary(int length, Workspace workspace) {
    Scratch scratch = workspace.scratch(Scratch.class, Scratch::new);
    scratch.unary = Workspace.ensure(scratch.unary, length * labels.size());
    return scratch.unary;
  }

  private Prediction tagWithMean(
      double[] unary, int length, KnownSegments known, Workspace workspace) {
    if (length == 0) {
      return new Prediction(labels, new int[0], new double[0], new double[0], 0, List.of(), null);
    }
    return tagWithMean(unary, lattice(unary, length, workspace), length, known, workspace);
  }

  private Prediction tagWithMean(
      double[] unary, Lattice lattice, int length, KnownSegments known, Workspace workspace) {
    double[] marginals = new double[length * labels.size()];
    lattice.marginals(marginals);
    SentenceDecoder.Choice decoding =
        decoder.new Choice(marginals, unary, length, known, workspace);
    decoding.weigh(lattice, 1);
    List<Span> spans = decoding.spans();
    int[] path = decoding.path(spans);
    long[] evidence =
        check == null
            ? null
            : PromiseCheck.evidence(spanProbability.types(), length, marginals, decoding.all());
    return new Prediction(
        labels,
        path,
        marginals,
        null,
        lattice.logProbability(path),
        decoding.scored(spans),
        evidence);
  }
}
