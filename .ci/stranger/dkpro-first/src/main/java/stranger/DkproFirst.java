package stranger;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngineDescription;
import static org.apache.uima.fit.factory.CollectionReaderFactory.createReaderDescription;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.uima.fit.pipeline.JCasIterable;
import org.apache.uima.fit.pipeline.SimplePipeline;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.io.text.TextReader;
import org.dkpro.core.io.xmi.XmiReader;
import org.dkpro.core.io.xmi.XmiWriter;
import org.dkpro.core.tokit.BreakIteratorSegmenter;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.type.ScoredSegment;

/** Reads text and writes XMI with DKPro's components; prints the names that are in the XMI. */
public final class DkproFirst {
  private DkproFirst() {}

  /** Runs it. */
  public static void main(String[] args) throws Exception {
    Path folder = Files.createTempDirectory(Path.of("."), "documents");
    Files.writeString(folder.resolve("letter.txt"), "My friend Anna Smith lives in London.");
    SimplePipeline.runPipeline(
        createReaderDescription(
            TextReader.class,
            TextReader.PARAM_SOURCE_LOCATION,
            folder + "/*.txt",
            TextReader.PARAM_LANGUAGE,
            "en"),
        createEngineDescription(BreakIteratorSegmenter.class),
        createEngineDescription(GpNamedEntityRecognizer.class),
        createEngineDescription(
            XmiWriter.class, XmiWriter.PARAM_TARGET_LOCATION, folder.toString()));
    JCasIterable documents =
        new JCasIterable(
            createReaderDescription(
                XmiReader.class, XmiReader.PARAM_SOURCE_LOCATION, folder + "/*.xmi"));
    for (JCas document : documents) {
      for (ScoredSegment segment : JCasUtil.select(document, ScoredSegment.class)) {
        System.out.printf(
            "%s %s %.2f%n", segment.getValue(), segment.getCoveredText(), segment.getValue_score());
      }
    }
  }
}
