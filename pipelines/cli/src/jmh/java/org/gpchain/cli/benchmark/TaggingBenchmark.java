package org.gpchain.internal.cli.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpChunker;
import org.gpchain.annotator.WordTagger;
import org.gpchain.core.decode.Tagger;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.text.LabeledSequence;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.core.workspace.Workspace;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ColumnReader;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Measures tagging speed on one thread in a warm JVM. An operation tags the whole corpus; the
 * result is the counter {@code tokens}, in tokens per second.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class TaggingBenchmark {
  private static final int SENTENCES_PER_DOCUMENT = 20;

  /** A model file for chunks that needs the columns word and pos. */
  @Param("model.gpchain")
  private String model;

  /** A corpus in the format of CoNLL-2000. */
  @Param("test.txt")
  private String corpus;

  /**
   * A model file that predicts parts of speech instead of using the corpus. If the chunk model has
   * learned from probabilities of tags, it gets probabilities. Documents get the best tag. Empty
   * for no such model.
   */
  @Param("")
  private String posModel;

  private final Workspace workspace = new Workspace();
  private List<TokenSequence> sentences;
  private Tagger tagger;
  private AnalysisEngine engine;
  private JCas document;

  /** Counter of tokens, from which JMH computes a rate. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Tokens {
    /** Number of tagged tokens. */
    public long tokens;
  }

  /** Reads the corpus, loads the model, and creates a UIMA engine with it. */
  @Setup
  public void load() throws IOException, UIMAException {
    Model chunks = read(model);
    WordTagger parts = posModel.isEmpty() ? null : new WordTagger(read(posModel));
    sentences =
        ColumnReader.of(ColumnFormat.conll2000()).read(Path.of(corpus)).sentences().stream()
            .map(LabeledSequence::tokens)
            .map(tokens -> parts == null ? tokens : parts.tag(tokens, chunks.posTags()))
            .toList();
    tagger = chunks.tagger();
    engine =
        AnalysisEngineFactory.createEngine(
            GpChunker.class, GpChunker.PARAM_MODEL_LOCATION, Path.of(model).toUri().toString());
    document = JCasFactory.createJCas();
  }

  private static Model read(String file) throws IOException {
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      return ModelReader.read(in, ModelReader.Contents.DECODING);
    }
  }

  /** Tags tokens, including the computation of features. */
  @Benchmark
  public void core(Tokens count, Blackhole sink) {
    for (TokenSequence sentence : sentences) {
      sink.consume(tagger.tag(sentence, workspace));
      count.tokens += sentence.length();
    }
  }

  /**
   * Fills a CAS with tokens, sentences and parts of speech without tagging. Its time is to be
   * subtracted from that of {@link #pipeline}.
   */
  @Benchmark
  public void casOnly(Tokens count, Blackhole sink) {
    forEachDocument(count, () -> sink.consume(document.getAnnotationIndex().size()));
  }

  /** Fills a CAS and tags it with the UIMA engine. */
  @Benchmark
  public void pipeline(Tokens count, Blackhole sink) {
    forEachDocument(
        count,
        () -> {
          engine.process(document);
          sink.consume(document.getAnnotationIndex().size());
        });
  }

  /** A step of a benchmark that processes the filled CAS. */
  @FunctionalInterface
  private interface Step {
    void run() throws UIMAException;
  }

  private void forEachDocument(Tokens count, Step step) {
    for (int from = 0; from < sentences.size(); from += SENTENCES_PER_DOCUMENT) {
      List<TokenSequence> part =
          sentences.subList(from, Math.min(sentences.size(), from + SENTENCES_PER_DOCUMENT));
      CasFiller.fill(document, part);
      try {
        step.run();
      } catch (UIMAException e) {
        throw new IllegalStateException(e);
      }
      part.forEach(sentence -> count.tokens += sentence.length());
    }
  }
}
