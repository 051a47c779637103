package org.gpchain.pear;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.uima.UIMAFramework;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.Type;
import org.apache.uima.cas.text.AnnotationFS;
import org.apache.uima.pear.tools.PackageBrowser;
import org.apache.uima.pear.tools.PackageInstaller;
import org.apache.uima.resource.PearSpecifier;
import org.apache.uima.resource.metadata.impl.NameValuePair_impl;
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
    assertThat(names(specifier(install())))
        .containsExactly("Person Ada Lovelace", "Location London");
  }

  @Test
  void annotatesWithAnEncoderWhoseJarsAreAdded() throws Exception {
    assertThatThrownBy(() -> Class.forName("ai.onnxruntime.OrtEnvironment"))
        .isInstanceOf(ClassNotFoundException.class);
    PackageBrowser installed = install();
    Path libraries = installed.getRootDirectory().toPath().resolve("lib");
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("gpchain.encoder")))) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, libraries.resolve(jar.getFileName()), REPLACE_EXISTING);
      }
    }

    PearSpecifier specifier = specifier(installed);
    specifier.setPearParameters(new NameValuePair_impl("modelVariant", "encoder"));
    assertThat(names(specifier)).containsExactly("Person Ada Lovelace", "Location London");
  }

  private PackageBrowser install() {
    return PackageInstaller.installPackage(
        directory.toFile(), Path.of(System.getProperty("gpchain.pear")).toFile(), true);
  }

  private static PearSpecifier specifier(PackageBrowser installed) throws Exception {
    return UIMAFramework.getXMLParser()
        .parsePearSpecifier(new XMLInputSource(installed.getComponentPearDescPath()));
  }

  /** Returns the names that an installed PEAR finds in {@link #TEXT}. */
  private static List<String> names(PearSpecifier specifier) throws Exception {
    AnalysisEngine engine = UIMAFramework.produceAnalysisEngine(specifier);
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
    engine.destroy();
    return names;
  }

  private static void add(CAS document, String type, int begin, int end) {
    document.addFsToIndexes(
        document.createAnnotation(document.getTypeSystem().getType(DKPRO + type), begin, end));
  }
}
