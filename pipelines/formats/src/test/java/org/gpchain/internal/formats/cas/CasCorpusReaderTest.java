package org.gpchain.internal.formats.cas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.annotator.cas.SegmentLayer;
import org.gpchain.internal.corpora.Corpus;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.training.uima.DocumentMarks;
import org.gpchain.training.uima.LabelSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of corpora in which some documents lack the learned type. */
class CasCorpusReaderTest {
  @TempDir private Path directory;

  private Corpus read(String layer) throws IOException {
    SegmentLayer type = new SegmentLayer("my." + layer, "kind");
    return CasCorpusReader.of(
            DocumentSource.ofFiles(CasFormat.XMI, CasReading.DEFAULT),
            new LabelSource(type, false, Set.of()),
            List.of("word"),
            List.of(),
            DocumentMarks.NONE)
        .read(directory);
  }

  private void write(String folder, String layer, String document) throws IOException {
    SmallDocument.write(directory.resolve(folder + "/d.xmi"), document);
    SmallDocument.write(directory.resolve(folder + "/TypeSystem.xml"), SmallDocument.types(layer));
  }

  @Test
  void leavesOutDocumentsWhoseTypesLackTheLayer() throws IOException {
    write("a", "Place", SmallDocument.withLayer("Place"));
    write("b", "Thing", SmallDocument.withLayer("Thing"));

    Corpus corpus = read("Thing");
    assertThat(corpus.sentences()).hasSize(1);
    assertThat(corpus.sentences().get(0).labels(TagScheme.IOB2))
        .containsExactly("B-HERO", "I-HERO", "O", "O", "O");
    assertThat(corpus.places().get(0).file()).isEqualTo(directory.resolve("b/d.xmi"));
    assertThat(corpus.warnings())
        .containsExactly(
            directory
                + ": documents that are skipped, because their type system does not"
                + " have the annotation type: 1, the first is "
                + directory.resolve("a/d.xmi"));

    assertThatThrownBy(() -> read("Event"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("a/d.xmi: the type system of the document has no annotation type");
  }

  @Test
  void countsDocumentsWithoutText() throws IOException {
    write("a", "Thing", SmallDocument.withLayer("Thing"));
    write("b", "Thing", "<xmi:XMI xmlns:xmi=\"http://www.omg.org/XMI\" xmi:version=\"2.0\"/>");
    assertThat(read("Thing").warnings())
        .containsExactly(
            directory
                + ": documents without text: 1, the first is "
                + directory.resolve("b/d.xmi"));
  }

  @Test
  void warningsNameTheFileOfAnAnnotation() throws IOException {
    String crossing = "<my:Thing xmi:id=\"22\" sofa=\"1\" begin=\"8\" end=\"14\" kind=\"X\"/>";
    String whole = "<my:Thing xmi:id=\"21\" sofa=\"1\" begin=\"0\" end=\"12\" kind=\"HERO\"/>";
    write("a", "Thing", SmallDocument.xmi("_InitialView", crossing + whole, " 21 22"));
    assertThat(read("Thing").warnings())
        .singleElement()
        .asString()
        .endsWith("1; the first is 'lace m' at 8 to 14 of " + directory.resolve("a/d.xmi"));
  }
}
