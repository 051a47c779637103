package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.vectors.RecentVectors;
import org.gpchain.core.vectors.TokenVectors;
import org.gpchain.core.vectors.VectorCache;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.core.math.DenseColumns;
import org.gpchain.internal.encoder.EncoderFiles;
import org.gpchain.internal.encoder.OnnxEncoder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that the shipped encoder gives bit-identical results on any number of threads, in any
 * order, for sentences alone and with others, and with or without kept vectors.
 */
final class EncoderInvarianceTest {
  private static final int THREADS = 4;

  @TempDir private Path folder;

  @BeforeAll
  static void assumeEncoder() {
    ShippedEncoder.assumeIsThere();
  }

  /** Returns sentences of 0 to 500 words, with letters that the encoder does not have. */
  private static List<TokenSequence> sentences() {
    List<String> words =
        List.of("Hanna", "met", "the", "Zürcher", "微软", "😀", "antidisestablishmentarianism", ".");
    List<TokenSequence> sentences = new ArrayList<>();
    for (int n = 0; n < 40; n++) {
      int length = n == 20 ? 500 : n;
      List<String> sentence = new ArrayList<>();
      for (int t = 0; t < length; t++) {
        sentence.add(words.get((t * t + n) % words.size()));
      }
      sentences.add(TokenSequence.ofWords(sentence));
    }
    return sentences;
  }

  /** Applies a function to all items, some at the same time; returns the results in order. */
  private static <A, B> List<B> onThreads(int threads, List<A> items, Function<A, B> function)
      throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<B>> futures = new ArrayList<>();
      for (A item : items) {
        futures.add(pool.submit(() -> function.apply(item)));
      }
      List<B> results = new ArrayList<>();
      for (Future<B> future : futures) {
        results.add(future.get());
      }
      return results;
    } finally {
      pool.shutdownNow();
    }
  }

  private static <T> List<T> reversed(List<T> list) {
    List<T> reversed = new ArrayList<>(list);
    Collections.reverse(reversed);
    return reversed;
  }

  @Test
  void vectorsDependOnTheSentenceAlone() throws Exception {
    List<TokenSequence> sentences = sentences();
    try (OnnxEncoder encoder = OnnxEncoder.open(EncoderFiles.ofClassPath("en"))) {
      Function<TokenSequence, float[]> vectors = s -> encoder.vectors(s).values();
      List<float[]> expected = onThreads(1, sentences, vectors);

      assertSame(expected, onThreads(1, sentences, vectors));
      assertSame(expected, reversed(onThreads(1, reversed(sentences), vectors)));
      assertSame(expected, onThreads(THREADS, sentences, vectors));
      assertSame(expected, reversed(onThreads(THREADS, reversed(sentences), vectors)));
    }
  }

  @Test
  void vectorsDoNotDependOnTheCache() throws Exception {
    List<TokenSequence> sentences = sentences();
    try (OnnxEncoder encoder = OnnxEncoder.open(EncoderFiles.ofClassPath("en"))) {
      List<float[]> expected = onThreads(1, sentences, s -> encoder.vectors(s).values());

      for (long budget : new long[] {0, 200_000, Long.MAX_VALUE}) {
        TokenVectors recent = new RecentVectors(encoder, new VectorCache(budget));
        for (int pass = 0; pass < 2; pass++) {
          assertSame(expected, onThreads(THREADS, sentences, s -> recent.vectors(s).values()));
        }
      }
    }
  }

  private static void assertSame(List<float[]> expected, List<float[]> actual) {
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.get(i)).as("sentence %d", i).isEqualTo(expected.get(i));
    }
  }

  @Test
  void modelsAndPredictionsDoNotDependOnThreadsOrOrder() throws Exception {
    List<LabeledSequence> corpus = ApiPageTest.sentences(40);
    Model model = train(corpus, 1);
    Path ofOne = save(model, "one.gpchain");
    Path ofThree = save(train(corpus, 3), "three.gpchain");
    assertThat(ApiPageTest.entries(ofThree))
        .as("entries of models trained with 1 and 3 threads")
        .hasSizeGreaterThan(3)
        .isEqualTo(ApiPageTest.entries(ofOne));

    List<List<TokenSequence>> documents = new ArrayList<>();
    List<TokenSequence> sentences = sentences();
    for (int n = 0; n < sentences.size(); n += 4) {
      documents.add(sentences.subList(n, n + 4));
    }
    Tagger tagger = GpChain.load(ofOne);
    Function<List<TokenSequence>, List<double[]>> predict = document -> predict(tagger, document);
    List<List<double[]>> expected = onThreads(1, documents, predict);
    List<List<double[]>> reversed = reversed(onThreads(1, reversed(documents), predict));
    List<List<double[]>> atOnce = onThreads(THREADS, documents, predict);
    for (int d = 0; d < documents.size(); d++) {
      for (int s = 0; s < 4; s++) {
        assertThat(reversed.get(d).get(s)).isEqualTo(expected.get(d).get(s));
        assertThat(atOnce.get(d).get(s)).isEqualTo(expected.get(d).get(s));
      }
    }
  }

  /** Returns the probabilities of labels in each sentence of a document. */
  private static List<double[]> predict(Tagger tagger, List<TokenSequence> document) {
    Workspace workspace = new Workspace();
    List<double[]> marginals = new ArrayList<>();
    for (TokenSequence sentence : tagger.inDocument(document, workspace)) {
      marginals.add(tagger.tag(sentence, workspace).marginals());
    }
    return marginals;
  }

  @Test
  void denseColumnsOfASentenceDoNotDependOnItsNeighbors() throws Exception {
    VectorFeatures features = train(ApiPageTest.sentences(20), 1).features().vectors();
    List<TokenSequence> sentences = sentences();
    DenseColumns together = features.columns(sentences);

    int first = 0;
    for (TokenSequence sentence : sentences.subList(0, 10)) {
      DenseColumns alone = features.columns(List.of(sentence));
      for (int t = 0; t < sentence.length(); t++) {
        for (int column = 0; column < features.columnCount(); column++) {
          assertThat(together.value(first + t, column)).isEqualTo(alone.value(t, column));
        }
      }
      first += sentence.length();
    }
  }

  private static Model train(List<LabeledSequence> corpus, int threads) throws IOException {
    return GpChain.trainer("ne").language("en").encoder("en").threads(threads).train(corpus);
  }

  private Path save(Model model, String name) throws IOException {
    Path file = folder.resolve(name);
    GpChain.save(model, file);
    return file;
  }
}
