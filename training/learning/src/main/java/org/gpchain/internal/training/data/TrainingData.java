package org.gpchain.internal.training.data;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.gpchain.core.features.SequenceEncoder;
import org.gpchain.core.features.TemplateSet;
import org.gpchain.core.features.Vocabulary;
import org.gpchain.core.features.VocabularyBuilder;
import org.gpchain.core.model.ColumnSources;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelTask;
import org.gpchain.core.model.Provenance;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.model.TrainingRun;
import org.gpchain.core.promise.Calibration;
import org.gpchain.core.text.LabelSet;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.Sha256;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.text.WeightedValue;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.vectors.VectorProjection;
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.tokens.ProfileCounter;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * A corpus prepared for learning: sentences with at least one token, encoded as feature rows and
 * label numbers.
 *
 * @param task the task to learn
 * @param vocabulary the features D, in groups
 * @param labels the labels V
 * @param encoded the feature rows and gold labels of all sentences
 * @param segments the gold segments of each sentence
 * @param conventions conventions of the corpus's tokens
 * @param vectors dense features, which follow those of the vocabulary
 * @param hash fingerprint of the columns that the model reads and of the labels (SHA-256,
 *     hexadecimal)
 */
public record TrainingData(
    Task task,
    Vocabulary vocabulary,
    LabelSet labels,
    LabeledRows encoded,
    List<List<Span>> segments,
    TokenConventions conventions,
    VectorFeatures vectors,
    String hash) {
  /**
   * Conventions of a corpus's tokens, which a model stores to check and prepare its input.
   *
   * @param tagset part-of-speech tags; null if the templates do not use them
   * @param tokenProfile conventions by which the text is divided into tokens
   * @param softColumns columns of the corpus, read by the templates, whose values are weighted in
   *     at least one sentence
   */
  public record TokenConventions(
      Tagset tagset, TokenProfile tokenProfile, List<String> softColumns) {
    private static TokenConventions of(List<TokenSequence> sentences, Task task) {
      List<String> softColumns =
          task.requiredColumns().stream()
              .filter(column -> sentences.stream().anyMatch(tokens -> tokens.isWeighted(column)))
              .toList();
      return new TokenConventions(tagset(sentences, task), profile(sentences), softColumns);
    }

    private static TokenProfile profile(List<TokenSequence> sentences) {
      ProfileCounter counter = new ProfileCounter();
      for (TokenSequence sentence : sentences) {
        if (sentence.has(TokenSequence.WORD)) {
          counter.add(sentence.column(TokenSequence.WORD));
        }
      }
      return counter.profile();
    }

    private static Tagset tagset(List<TokenSequence> sentences, Task task) {
      if (!task.templates().requiredColumns().contains(TokenSequence.POS)) {
        return null;
      }

      TreeSet<String> tags = new TreeSet<>();
      for (TokenSequence sentence : sentences) {
        if (sentence.isWeighted(TokenSequence.POS)) {
          for (List<WeightedValue> cell : sentence.cells(TokenSequence.POS)) {
            cell.forEach(tag -> tags.add(tag.value()));
          }
        } else {
          tags.addAll(sentence.column(TokenSequence.POS));
        }
      }
      return Tagset.of(tags);
    }
  }

  /**
   * Builds the vocabulary of a corpus and encodes the corpus. Sentences without tokens are left
   * out.
   *
   * @throws IllegalArgumentException if no sentence has a token
   */
  public static TrainingData of(List<LabeledSequence> corpus, Task task) {
    return of(corpus, task, UnaryOperator.identity());
  }

  /**
   * Builds the vocabulary of a corpus, extends the vocabulary, and encodes the corpus.
   *
   * @param extension adds features to the corpus's vocabulary
   * @throws IllegalArgumentException if no sentence has a token
   */
  public static TrainingData of(
      List<LabeledSequence> corpus, Task task, UnaryOperator<Vocabulary> extension) {
    List<LabeledSequence> complete = complete(corpus, task);
    Vocabulary vocabulary = extension.apply(vocabulary(complete, task));
    return encode(complete, task, vocabulary).withVectors(vectors(complete, task), complete);
  }

  private static Vocabulary vocabulary(List<LabeledSequence> complete, Task task) {
    VocabularyBuilder builder = new VocabularyBuilder(task.templates());
    complete.forEach(sentence -> builder.add(sentence.tokens()));
    return builder.freeze(task.cutoff());
  }

  /**
   * Encodes a corpus with the task and the vocabulary of a model.
   *
   * @throws IllegalArgumentException if no sentence has a token
   */
  public static TrainingData of(List<LabeledSequence> corpus, Model like) {
    Task task = Task.of(like);
    List<LabeledSequence> complete = complete(corpus, task);
    return encode(complete, task, like.vocabulary())
        .withVectors(like.features().vectors(), complete);
  }

  /** Learns the projection of the encoder's vectors, if the task uses an encoder. */
  private static VectorFeatures vectors(List<LabeledSequence> corpus, Task task) {
    EncoderUse use = task.encoderUse();
    if (use == null) {
      return VectorFeatures.NONE;
    }
    VectorProjection projection =
        ProjectionLearner.learn(use.encoder(), tokens(corpus), use.dimensions());
    return VectorFeatures.of(use.encoder(), projection, use.offsets());
  }

  /** Returns the tokens of the sentences that are not empty. */
  private static List<TokenSequence> tokens(List<LabeledSequence> corpus) {
    return corpus.stream().filter(s -> s.length() > 0).map(LabeledSequence::tokens).toList();
  }

  /** Returns these data with the dense features of their sentences. */
  private TrainingData withVectors(VectorFeatures features, List<LabeledSequence> corpus) {
    if (features.isNone()) {
      return this;
    }
    return withVectors(features, features.columns(tokens(corpus)));
  }

  private TrainingData withVectors(VectorFeatures features, DenseColumns columns) {
    return new TrainingData(
        task,
        vocabulary,
        labels,
        encoded.withRows(encoded.rows().withDense(columns)),
        segments,
        conventions,
        features,
        hash);
  }

  /**
   * Returns the same sentences with more columns, encoded with other templates. The dense features
   * are kept.
   *
   * @param sentences the sentences of these data
   */
  public TrainingData withColumns(List<LabeledSequence> sentences, TemplateSet templates) {
    Task other = task.withTemplates(templates);
    List<LabeledSequence> complete = complete(sentences, other);
    TrainingData data = encode(complete, other, vocabulary(complete, other));
    return vectors.isNone() ? data : data.withVectors(vectors, encoded.rows().dense());
  }

  /** Returns the corpus with the columns that the task's word resource adds. */
  private static List<LabeledSequence> complete(List<LabeledSequence> corpus, Task task) {
    if (task.words() == null) {
      return corpus;
    }
    WordResource needed = task.words().only(task.templates().requiredColumns());
    Workspace workspace = new Workspace();
    return corpus.stream()
        .map(sentence -> sentence.withTokens(needed.addTo(sentence.tokens(), workspace)))
        .toList();
  }

  private static TrainingData encode(
      List<LabeledSequence> corpus, Task task, Vocabulary vocabulary) {
    List<LabeledSequence> sentences = corpus.stream().filter(s -> s.length() > 0).toList();
    if (sentences.isEmpty()) {
      throw new IllegalArgumentException(
          "there is nothing to learn from: the training corpus has no sentence with a token");
    }

    List<TokenSequence> tokens = new ArrayList<>(sentences.size());
    int[] starts = new int[sentences.size() + 1];
    for (int n = 0; n < sentences.size(); n++) {
      tokens.add(sentences.get(n).tokens());
      starts[n + 1] = starts[n] + sentences.get(n).length();
    }

    EncodedLabels gold = EncodedLabels.of(sentences, task.scheme(), task.entityRatio());
    LabeledRows encoded =
        new LabeledRows(
            new SequenceEncoder(vocabulary).encode(tokens),
            starts,
            gold.numbers(),
            gold.set().size(),
            gold.partial());

    return new TrainingData(
        task,
        vocabulary,
        gold.set(),
        encoded,
        sentences.stream().map(LabeledSequence::spans).toList(),
        TokenConventions.of(tokens, task),
        VectorFeatures.NONE,
        DataHash.of(tokens, gold, task.requiredColumns()));
  }

  /**
   * Returns some of the sentences, over the same features and labels. A feature that none of their
   * tokens has gets the weight 0.
   *
   * @param sentences numbers of at least one sentence; not modified
   */
  public TrainingData select(int[] sentences) {
    Stream<String> numbers = Arrays.stream(sentences).mapToObj(Integer::toString);
    return new TrainingData(
        task,
        vocabulary,
        labels,
        encoded.select(sentences),
        Arrays.stream(sentences).mapToObj(segments::get).toList(),
        conventions,
        vectors,
        DataHash.of(Stream.concat(Stream.of(hash), numbers)));
  }

  /** Returns the number of sentences. */
  public int sentenceCount() {
    return encoded.sentenceCount();
  }

  /** Returns the feature group of each feature, {@code [D]}. */
  public int[] groupOfFeature() {
    return vocabulary.groupOfFeature(vectors.columnCount(), vectors.blockCount());
  }

  /** Returns the number of feature groups. */
  public int groupCount() {
    return vocabulary.groupCount() + vectors.blockCount();
  }

  /** Returns whether the task's templates have transitions between labels. */
  public boolean hasTransitions() {
    return task.templates().transitions();
  }

  /**
   * Returns a model that was learned from these data, without calibration.
   *
   * @param prior prior variances of the model
   * @param posterior posterior of the latent scores
   * @param settings values of all settings that influence the model, except the prior, by name
   * @param seed seed of the training run
   * @param run cost and outcome of the training run; may be null
   */
  public Model model(
      Prior prior, Posterior posterior, Map<String, String> settings, long seed, TrainingRun run) {
    ModelTask modelTask =
        new ModelTask(
            task.name(), task.language(), task.scheme(), labels, conventions.tokenProfile());
    WordResource words = task.words();
    if (words != null) {
      words = words.only(task.templates().requiredColumns());
    }
    Features features =
        new Features(
            vocabulary,
            prior,
            conventions.tagset(),
            ColumnSources.of(words, conventions.softColumns()),
            vectors);

    Provenance provenance = provenance(settings, seed);
    return new Model(modelTask, features, posterior, Calibration.NONE, provenance, run);
  }

  private Provenance provenance(Map<String, String> settings, long seed) {
    Provenance origin =
        new Provenance(
                settings,
                seed,
                hash,
                encoded.sentenceCount(),
                encoded.tokenCount(),
                LibraryVersion.get())
            .with(Task.CUTOFF, task.cutoff());
    if (encoded.partial() == null) {
      return origin;
    }
    return origin.with(Task.ENTITY_RATIO, task.entityRatio());
  }

  /** Computes fingerprints of training corpora (SHA-256, hexadecimal). */
  static final class DataHash {
    private static final byte[] CELL_END = {0};
    private static final byte[] TOKEN_END = {1};
    private static final byte[] SENTENCE_END = {2};
    private static final byte[] VALUES_END = {3};

    private DataHash() {}

    /**
     * Returns the fingerprint of a corpus.
     *
     * @param columns columns that the model reads
     */
    static String of(List<TokenSequence> corpus, EncodedLabels labels, List<String> columns) {
      MessageDigest digest = Sha256.digest();
      int next = 0;
      for (TokenSequence sentence : corpus) {
        for (int t = 0; t < sentence.length(); t++) {
          for (String column : columns) {
            if (sentence.isWeighted(column)) {
              addWeighted(digest, sentence.cells(column).get(t));
            } else {
              add(digest, sentence.column(column).get(t));
            }
          }
          add(digest, labels.written().get(next++));
          digest.update(TOKEN_END);
        }
        digest.update(SENTENCE_END);
      }
      return Sha256.hex(digest);
    }

    /** Returns the fingerprint of a sequence of strings. */
    static String of(Stream<String> parts) {
      MessageDigest digest = Sha256.digest();
      parts.forEach(part -> add(digest, part));
      return Sha256.hex(digest);
    }

    private static void addWeighted(MessageDigest digest, List<WeightedValue> cell) {
      for (WeightedValue value : cell) {
        add(digest, value.value());
        add(digest, Double.toString(value.weight()));
      }
      digest.update(VALUES_END);
    }

    private static void add(MessageDigest digest, String cell) {
      digest.update(cell.getBytes(StandardCharsets.UTF_8));
      digest.update(CELL_END);
    }
  }
}
