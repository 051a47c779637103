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
import org.gpchain.core.words.WordResource;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.kernel.Prior;
import org.gpchain.internal.core.posterior.Posterior;
import org.gpchain.internal.core.tokens.ProfileCounter;
import org.gpchain.internal.core.tokens.TokenProfile;

/**
 * A corpus made ready for learning.
 *
 * @param segments the gold segments of each sentence
 * @param tagset its part-of-speech tags; null if the templates do not use them
 * @param tokenProfile the conventions by which it is divided into tokens
 * @param hash its fingerprint
 * @param softColumns columns of its own, read by the templates, that are weighted in some sentence
 */
public record TrainingData(
    Task task,
    Vocabulary vocabulary,
    LabelSet labels,
    LabeledRows encoded,
    List<List<Span>> segments,
    Tagset tagset,
    TokenProfile tokenProfile,
    String hash,
    List<String> softColumns) {
  /** Freezes the vocabulary of a corpus and encodes it; sentences without tokens are left out. */
  public static TrainingData of(List<LabeledSequence> corpus, Task task) {
    return of(corpus, task, UnaryOperator.identity());
  }

  /** The same with more features: those that {@code extension} adds to the corpus's. */
  public static TrainingData of(
      List<LabeledSequence> corpus, Task task, UnaryOperator<Vocabulary> extension) {
    List<LabeledSequence> complete = complete(corpus, task);
    return encode(complete, task, extension.apply(vocabulary(complete, task)));
  }

  private static Vocabulary vocabulary(List<LabeledSequence> complete, Task task) {
    VocabularyBuilder builder = new VocabularyBuilder(task.templates());
    complete.forEach(sentence -> builder.add(sentence.tokens()));
    return builder.freeze(task.cutoff());
  }

  public static TrainingData of(List<LabeledSequence> corpus, Model like) {
    Task task = Task.of(like);
    return encode(complete(corpus, task), task, like.vocabulary());
  }

  /** The corpus with the columns that the task's word resource gives. */
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
    EncodedLabels gold = EncodedLabels.of(sentences, task.scheme(), task.entityRatio());
    List<TokenSequence> tokens = new ArrayList<>(sentences.size());
    int[] starts = new int[sentences.size() + 1];
    for (int n = 0; n < sentences.size(); n++) {
      tokens.add(sentences.get(n).tokens());
      starts[n + 1] = starts[n] + sentences.get(n).length();
    }
    return new TrainingData(
        task,
        vocabulary,
        gold.set(),
        new LabeledRows(
            new SequenceEncoder(vocabulary).encode(tokens),
            starts,
            gold.numbers(),
            gold.set().size(),
            gold.partial()),
        sentences.stream().map(LabeledSequence::spans).toList(),
        tagset(tokens, task),
        tokenProfile(tokens),
        DataHash.of(tokens, gold, task.requiredColumns()),
        task.requiredColumns().stream()
            .filter(column -> tokens.stream().anyMatch(sentence -> sentence.isWeighted(column)))
            .toList());
  }

  /**
   * Some of the sentences, over the same features and labels: a feature that none of their tokens
   * has gets the weight 0.
   *
   * @param sentences numbers of at least one sentence; not modified
   */
  public TrainingData select(int[] sentences) {
    return new TrainingData(
        task,
        vocabulary,
        labels,
        encoded.select(sentences),
        Arrays.stream(sentences).mapToObj(segments::get).toList(),
        tagset,
        tokenProfile,
        DataHash.of(
            Stream.concat(Stream.of(hash), Arrays.stream(sentences).mapToObj(Integer::toString))),
        softColumns);
  }

  public int sentenceCount() {
    return encoded.sentenceCount();
  }

  /** The feature group of each feature, {@code [D]}. */
  public int[] groupOfFeature() {
    return vocabulary.groupOfFeature();
  }

  public int groupCount() {
    return vocabulary.groupCount();
  }

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
        new ModelTask(task.name(), task.language(), task.scheme(), labels, tokenProfile);
    WordResource words = task.words();
    if (words != null) {
      words = words.only(task.templates().requiredColumns());
    }
    Features features =
        new Features(vocabulary, prior, tagset, ColumnSources.of(words, softColumns));

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
            .with("cutoff", Integer.toString(task.cutoff()));
    return encoded.partial() == null
        ? origin
        : origin.with("entityRatio", Double.toString(task.entityRatio()));
  }

  private static TokenProfile tokenProfile(List<TokenSequence> sentences) {
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
        sentence
            .cells(TokenSequence.POS)
            .forEach(cell -> cell.forEach(tag -> tags.add(tag.value())));
      } else {
        tags.addAll(sentence.column(TokenSequence.POS));
      }
    }
    return Tagset.of(tags);
  }

  /** A fingerprint of a training corpus: of the columns that the model reads, and the labels. */
  static final class DataHash {
    private static final byte[] CELL_END = {0};
    private static final byte[] TOKEN_END = {1};
    private static final byte[] SENTENCE_END = {2};
    private static final byte[] VALUES_END = {3};

    private DataHash() {}

    /**
     * SHA-256, hexadecimal, of sentences with the labels of all their tokens, and the columns read.
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

    /** A fingerprint made of other fingerprints and numbers. */
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
