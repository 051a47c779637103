package org.gpchain.internal.documents.output;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.io.bincas.BinaryCasReader;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the readers of GPChain and DKPro can read binary documents. */
class BinaryCasWriterTest {
  private static final String TEXT = "😀 a\0\n\ud800 b";
  private static final String TYPE = "</x>\n\u2028😀";

  @TempDir private Path directory;

  private static JCas document(String text) throws Exception {
    JCas document = JCasFactory.createJCas();
    DocumentMetaData.create(document).setDocumentId("d");
    document.setDocumentText(text);
    ScoredSegment segment = new ScoredSegment(document, 0, Math.min(2, text.length()));
    segment.setValue(TYPE);
    segment.setValue_score(0.25);
    segment.addToIndexes();
    return document;
  }

  private Path written(JCas document) throws IOException {
    byte[] content = OutputFormat.BINCAS.write(document, null).get(0);
    return Files.write(directory.resolve("d.bcas"), content);
  }

  private static void check(JCas document, String text) {
    // UTF-8 cannot encode unpaired surrogates. They are replaced, and offsets stay valid.
    assertThat(document.getDocumentText()).isEqualTo(text.replace('\ud800', '?'));
    ScoredSegment segment = JCasUtil.selectSingle(document, ScoredSegment.class);
    assertThat(segment.getValue()).isEqualTo(TYPE);
    assertThat(segment.getValue_score()).isEqualTo(0.25);
    assertThat(segment.getEnd()).isEqualTo(Math.min(2, text.length()));
  }

  @Test
  void canBeReadByDkpro() throws Exception {
    for (String text : new String[] {TEXT, ""}) {
      Path file = written(document(text));
      try (DocumentSource source =
          DocumentSource.ofReader(BinaryCasReader.class, Map.of(), CasReading.DEFAULT).open(file)) {
        check(source.next().document(), text);
      }
    }
  }

  @Test
  void writesTheSameBytesForTheSameDocument() throws Exception {
    assertThat(Files.readAllBytes(written(document(TEXT))))
        .isEqualTo(Files.readAllBytes(written(document(TEXT))));
  }
}
