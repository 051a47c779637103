package org.gpchain.pear;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.UIMAFramework;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.text.AnnotationFS;
import org.apache.uima.pear.tools.PackageBrowser;
import org.apache.uima.pear.tools.PackageInstaller;
import org.apache.uima.util.XMLInputSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The PEAR, installed where there is nothing but the framework. */
class PearTest {
  private static final String DKPRO = "de.tudarmstadt.ukp.dkpro.core.api.";
  private static final String TEXT = "Ada Lovelace lived in London .";

  @TempDir private Path directory;

  @Test
  void annotatesOnceItIsInstalled() throws Exception {
    assertThatThrownBy(() -> Class.forName("org.gpchain.annotator.GpNamedEntityRecognizer"))
        .isInstanceOf(ClassNotFoundException.class);
    PackageBrowser installed =
        PackageInstaller.installPackage(
            directory.toFile(), Path.of(System.getProperty("gpchain.pear")).toFile(), true);
    AnalysisEngine engine =
        UIMAFramework.produceAnalysisEngine(
            UIMAFramework.getXMLParser()
                .parsePearSpecifier(new XMLInputSource(installed.getComponentPearDescPath())));
    CAS document = engine.newCAS();
    document.setDocumentLanguage("en");
    document.setDocumentText(TEXT);
    add(document, "segmentation.type.Sentence", 0, TEXT.length());
    for (int begin = 0; begin < TEXT.length(); ) {
      int end = (TEXT + " ").indexOf(' ', begin);
      add(document, "segmentation.type.Token", begin, end);
      begin = end + 1;
    }
    engine.process(document);
    List<String> names = new ArrayList<>();
    Type name = document.getTypeSystem().getType(DKPRO + "ner.type.NamedEntity");
    for (AnnotationFS each : document.getAnnotationIndex(name)) {
      names.add(each.getType().getShortName() + " " + each.getCoveredText());
    }
    assertThat(names).containsExactly("Person Ada Lovelace", "Location London");
    engine.destroy();
  }

  private static void add(CAS document, String type, int begin, int end) {
    document.addFsToIndexes(
        document.createAnnotation(document.getTypeSystem().getType(DKPRO + type), begin, end));
  }
}
