package org.gpchain.annotator;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;
import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.Chunk;
import de.tudarmstadt.ukp.dkpro.core.api.syntax.type.chunk.NC;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineDescription;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.TagScheme;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;

/**
 * Tests that an engine annotates or refuses each of many random documents exactly as a fresh engine
 * does. The system property {@code gpchain.test.documents} sets the number of documents.
 */
class OneEngineManyDocumentsTest {
  private static final int DOCUMENTS = Integer.getInteger("gpchain.test.documents", 200);
  private static final long SEED = 20261122;
  private static final List<String> LANGUAGES =
      List.of("en", "en-US", "en_GB", "nb", "no", "fr", "de", "x-unspecified", "xx");
  private static final List<String> WORDS =
      List.of("The", "old", "cat", "sat", "on", "a", "mat", ".", "unknown", "😀😀", "x");
  private static final List<String> TAGS = List.of("DT", "JJ", "NN", "VBD", "IN", ".");
  private static final List<String> FOREIGN_TAGS =
      List.of("DET", "ADJ", "NOUN", "VERB", "ADP", "PUNCT");

  /** Number of kinds of documents; kinds without a constant are complete documents. */
  private static final int KINDS = 12;

  private static final int BLANK = 0;
  private static final int WITHOUT_SENTENCES = 1;
  private static final int WITHOUT_TOKENS = 2;
  private static final int WITH_UNTAGGED_TOKENS = 3;
  private static final int WITH_FOREIGN_TAGS = 4;
  private static final int WITH_EARLIER_CHUNKS = 5;

  private final Random random = new Random(SEED);

  private static <T> T any(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }

  /** Fills a document with random text and annotations that depend only on the seed. */
  private static void fill(JCas document, long seed) {
    Random random = new Random(seed);
    document.setDocumentLanguage(any(LANGUAGES, random));
    int kind = random.nextInt(KINDS);
    if (kind == BLANK) {
      document.setDocumentText(any(List.of("", " \n\t", "\u200b"), random));
      return;
    }

    StringBuilder text = new StringBuilder();
    List<int[]> tokens = new ArrayList<>();
    List<int[]> sentences = new ArrayList<>();

    for (int s = 0; s < 1 + random.nextInt(4); s++) {
      int begin = text.length();
      int length = 1 + random.nextInt(12);
      for (int t = 0; t < length; t++) {
        int start = text.length();
        text.append(any(WORDS, random));
        tokens.add(new int[] {start, text.length()});
        text.append(' ');
      }
      sentences.add(new int[] {begin, text.length()});
    }

    document.setDocumentText(text.toString());
    if (kind != WITHOUT_SENTENCES) {
      for (int[] sentence : sentences) {
        new Sentence(document, sentence[0], sentence[1]).addToIndexes();
      }
    }

    List<String> tags = kind == WITH_FOREIGN_TAGS ? FOREIGN_TAGS : TAGS;
    for (int[] span : tokens) {
      if (kind != WITHOUT_TOKENS) {
        Token token = new Token(document, span[0], span[1]);
        if (kind != WITH_UNTAGGED_TOKENS || random.nextBoolean()) {
          POS pos = new POS(document, span[0], span[1]);
          pos.setPosValue(any(tags, random));
          pos.addToIndexes();
          token.setPos(pos);
        }
        token.addToIndexes();
      }
      if (kind == WITH_EARLIER_CHUNKS) {
        addEarlierChunk(document, span);
      }
    }
  }

  private static void addEarlierChunk(JCas document, int[] span) {
    Chunk chunk = new NC(document, span[0], span[1]);
    chunk.setChunkValue("NP");
    chunk.addToIndexes();
    ScoredSegment score = new ScoredSegment(document, span[0], span[1]);
    score.setAnnotation(chunk);
    score.setLayer(Chunk._TypeName);
    score.setModel("chunker-en-default");
    score.addToIndexes();
  }

  /** Returns the message of the engine if it fails, followed by all annotations. */
  private static String outcome(AnalysisEngine engine, JCas document, long seed) {
    document.reset();
    fill(document, seed);
    StringBuilder outcome = new StringBuilder();
    try {
      engine.process(document);
    } catch (AnalysisEngineProcessException e) {
      outcome.append(e.getMessage());
    }
    return outcome.append(TestEngines.annotations(document)).toString();
  }

  private static AnalysisEngineDescription description(boolean replace) throws UIMAException {
    return createEngineDescription(
        GpChunker.class,
        GpChunker.PARAM_N_BEST,
        3,
        GpChunker.PARAM_WRITE_UNCERTAINTY,
        true,
        GpChunker.PARAM_REPLACE_EXISTING,
        replace);
  }

  @Test
  void reusedEngineBehavesLikeAFreshEngine() throws Exception {
    try (ClassPathModels models = new ClassPathModels()) {
      models.add("chunker-en-default", TestModels.chunksWithPos(new Tagset("ptb", TAGS)));
      models.add(
          "chunker-nb-default",
          TestModels.model("chunk", "nb", TagScheme.IOB2, "The/B-NP cat/I-NP on/O"));

      Map<String, Integer> outcomes = new TreeMap<>();
      for (boolean replace : new boolean[] {false, true}) {
        AnalysisEngine reused = createEngine(description(replace));
        JCas document = JCasFactory.createJCas();
        JCas freshDocument = JCasFactory.createJCas();

        for (int d = 0; d < DOCUMENTS / 2; d++) {
          long seed = random.nextLong();
          AnalysisEngine fresh = createEngine(description(replace));
          String expected = outcome(fresh, freshDocument, seed);
          fresh.destroy();
          assertThat(outcome(reused, document, seed)).as("seed %d", seed).isEqualTo(expected);
          outcomes.merge(outcomeKind(expected), 1, Integer::sum);
        }
      }
      // Checks that the random documents cover all cases.
      assertThat(outcomes.keySet())
          .containsExactly(
              "annotated",
              "empty",
              "foreign tags",
              "no model",
              "no sentences",
              "no tags",
              "no tokens");
    }
  }

  private static String outcomeKind(String outcome) {
    if (outcome.contains("there is no chunker model")) {
      return "no model";
    } else if (outcome.contains("has no tokens")) {
      return "no tokens";
    } else if (outcome.contains("but no sentences")) {
      return "no sentences";
    } else if (outcome.contains("has no part of speech")) {
      return "no tags";
    } else if (outcome.contains("which look like 'ud'")) {
      return "foreign tags";
    } else if (outcome.contains("ScoredSegment") || outcome.contains("SentenceUncertainty")) {
      return "annotated";
    }
    return "empty";
  }
}
