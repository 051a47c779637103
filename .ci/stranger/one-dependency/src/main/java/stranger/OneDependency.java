package stranger;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.type.ScoredSegment;

/** Prints the names of a sentence; the model is found by the language. */
public final class OneDependency {
  private OneDependency() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    JCas document = JCasFactory.createJCas();
    document.setDocumentLanguage("en");
    new TokenBuilder<>(Token.class, Sentence.class)
        .buildTokens(document, "My friend Anna Smith lives in London .");
    createEngine(GpNamedEntityRecognizer.class).process(document);
    for (ScoredSegment segment : JCasUtil.select(document, ScoredSegment.class)) {
      System.out.printf(
          "%s %s %.2f%n", segment.getValue(), segment.getCoveredText(), segment.getValue_score());
    }
  }
}
