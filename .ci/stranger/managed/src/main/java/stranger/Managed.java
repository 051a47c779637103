package stranger;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.type.ScoredSegment;

/** Annotates a sentence beside an artifact that the BOM manages, and writes JSON if that can. */
public final class Managed {
  private Managed() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    JCas document = JCasFactory.createJCas();
    document.setDocumentLanguage("en");
    new TokenBuilder<>(Token.class, Sentence.class)
        .buildTokens(document, "My friend Anna Smith lives in London .");
    AnalysisEngineFactory.createEngine(GpNamedEntityRecognizer.class).process(document);
    for (ScoredSegment segment : JCasUtil.select(document, ScoredSegment.class)) {
      System.out.println(segment.getValue() + " " + segment.getCoveredText());
    }
    Class<?> serializer;
    try {
      serializer = Class.forName("org.apache.uima.json.jsoncas2.JsonCas2Serializer");
    } catch (ClassNotFoundException e) {
      return;
    }
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    serializer
        .getMethod("serialize", CAS.class, OutputStream.class)
        .invoke(serializer.getConstructor().newInstance(), document.getCas(), json);
    System.out.println(json.size() + " bytes of JSON");
  }
}
