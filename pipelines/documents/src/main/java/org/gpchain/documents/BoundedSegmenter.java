package org.gpchain.documents;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import opennlp.tools.util.Span;
import org.apache.uima.UimaContext;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.ResourceInitializationException;
import org.dkpro.core.api.segmentation.SegmenterBase;
import org.gpchain.annotator.cas.CasSentences;
import org.gpchain.corpora.EnglishSegmenter;

/** Adds the sentences and tokens that DKPro's OpenNlpSegmenter adds to English, in linear time. */
public final class BoundedSegmenter extends SegmenterBase {
  private EnglishSegmenter segmenter;

  /** Instantiated by UIMA. */
  public BoundedSegmenter() {}

  @Override
  public void initialize(UimaContext context) throws ResourceInitializationException {
    super.initialize(context);
    try {
      segmenter = new EnglishSegmenter();
    } catch (ExceptionInInitializerError e) {
      throw new ResourceInitializationException(e);
    }
  }

  @Override
  public void process(JCas document) throws AnalysisEngineProcessException {
    int before = segmenter.cuts();
    super.process(document);
    int cuts = segmenter.cuts() - before;
    if (cuts > 0) {
      getLogger().warn(EnglishSegmenter.warning(cuts) + " in " + CasSentences.nameOf(document));
    }
  }

  @Override
  protected void process(JCas document, String text, int begin) {
    for (Span span : segmenter.sentences(text)) {
      Sentence sentence = createSentence(document, begin + span.getStart(), begin + span.getEnd());
      if (sentence != null) {
        for (Span token : segmenter.tokens(sentence.getCoveredText())) {
          createToken(
              document,
              sentence.getBegin() + token.getStart(),
              sentence.getBegin() + token.getEnd());
        }
      }
    }
  }
}
