package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import opennlp.tools.sentdetect.SentenceDetectorME;
import opennlp.tools.sentdetect.SentenceModel;
import opennlp.tools.tokenize.TokenizerME;
import opennlp.tools.tokenize.TokenizerModel;
import opennlp.tools.tokenize.WhitespaceTokenizer;
import opennlp.tools.util.Span;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.segmentation.SegmenterBase;
import org.gpchain.annotator.cas.CasSentences;

/**
 * The sentences and tokens of DKPro's OpenNlpSegmenter with OpenNLP's models for English, in linear
 * time. What stands between spaces is divided into tokens by itself, so that what was found for a
 * word can be used again. For each character OpenNLP reads a whole word, so that a megabyte without
 * a space would take it days: such words are cut before it sees them.
 */
public final class BoundedSegmenter extends SegmenterBase {
  /** Characters without white space between them, above which they are cut. */
  static final int MAX_LENGTH = 500;

  private static final int KNOWN_WORDS = 100_000;

  private final Map<String, Span[]> knownWords = new HashMap<>();
  private SentenceDetectorME sentences;
  private TokenizerME tokens;
  private int cuts;

  /** Instantiated by UIMA. */
  public BoundedSegmenter() {}

  // Deprecated without another way to give the detector its factory.
  @SuppressWarnings("deprecation")
  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    super.initialize(context);
    try {
      sentences = new SentenceDetectorME(Models.SENTENCES, new LastEnds());
      tokens = new TokenizerME(Models.TOKENS);
    } catch (ExceptionInInitializerError e) {
      throw new ResourceInitializationException(e);
    }
  }

  /** Read once: all segmenters share them. */
  private static final class Models {
    static final SentenceModel SENTENCES =
        read("/opennlp-en-ud-ewt-sentence-1.3-2.5.4.bin", SentenceModel::new);
    static final TokenizerModel TOKENS =
        read("/opennlp-en-ud-ewt-tokens-1.3-2.5.4.bin", TokenizerModel::new);

    private interface Reader<M> {
      M read(InputStream in) throws IOException;
    }

    private static <M> M read(String resource, Reader<M> reader) {
      try (InputStream in = BoundedSegmenter.class.getResourceAsStream(resource)) {
        return reader.read(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    cuts = 0;
    super.process(document);
    if (cuts > 0) {
      getLogger()
          .warn(
              "words of more than "
                  + MAX_LENGTH
                  + " characters, cut into pieces: "
                  + cuts
                  + " cuts in "
                  + CasSentences.nameOf(document));
    }
  }

  @Override
  protected void process(JCas document, String text, int begin) {
    int start = 0;
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      length = isSpace(text.charAt(i)) ? 0 : length + 1;
      if (length > MAX_LENGTH && !Character.isLowSurrogate(text.charAt(i))) {
        segment(document, text.substring(start, i), begin + start);
        start = i;
        length = 1;
        cuts++;
      }
    }
    segment(document, text.substring(start), begin + start);
  }

  /** As OpenNLP has it. */
  private static boolean isSpace(char c) {
    return Character.isWhitespace(c) || Character.isSpaceChar(c);
  }

  private void segment(JCas document, String text, int begin) {
    for (Span span : sentences.sentPosDetect(text)) {
      Sentence sentence = createSentence(document, begin + span.getStart(), begin + span.getEnd());
      if (sentence != null) {
        tokenize(document, sentence);
      }
    }
  }

  private void tokenize(JCas document, Sentence sentence) {
    String text = sentence.getCoveredText();
    for (Span word : WhitespaceTokenizer.INSTANCE.tokenizePos(text)) {
      int begin = sentence.getBegin() + word.getStart();
      for (Span token : tokens(text.substring(word.getStart(), word.getEnd()))) {
        createToken(document, begin + token.getStart(), begin + token.getEnd());
      }
    }
  }

  private Span[] tokens(String word) {
    if (knownWords.size() >= KNOWN_WORDS) {
      knownWords.clear();
    }
    return knownWords.computeIfAbsent(word, tokens::tokenizePos);
  }
}
