package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.fit.testing.factory.TokenBuilder;
import org.apache.uima.fit.util.JCasUtil;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.Test;

/** Tests of {@code gpchain package}. */
class PackageCommandTest extends CommandTest {
  private Path model(String language) throws IOException {
    String options = "--task ne --kernel-rounds 1 --calibration-folds 0 --language";
    return trained(path("model.gpchain"), Corpora.NAMES, options, language);
  }

  private CommandLineRun pack(Path model, String name) {
    return CommandLineRun.of(
        "package", "--model", model, "--name", name, "--license", "CC0", "--output", jar());
  }

  private Path jar() {
    return path("model.jar");
  }

  @Test
  void enginesFindThePackagedModelByLanguage() throws Exception {
    pack(model("da"), "mine").succeeds();
    String classPath = jar() + File.pathSeparator + System.getProperty("java.class.path");
    Process process =
        java("-cp {}", classPath, Engine.class.getName()).redirectErrorStream(true).start();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(out).contains("found by ner-da-mine").contains("license      CC0");
  }

  /** A program that annotates a document with the jar on its class path. */
  static final class Engine {
    private Engine() {}

    public static void main(String[] args) throws Exception {
      JCas document = JCasFactory.createJCas();
      document.setDocumentLanguage("da");
      new TokenBuilder<>(Token.class, Sentence.class).buildTokens(document, "Ann sees Bo .");
      AnalysisEngineFactory.createEngine(GpNamedEntityRecognizer.class).process(document);
      for (ScoredSegment segment : JCasUtil.select(document, ScoredSegment.class)) {
        System.out.println("found by " + segment.getModel());
      }
      System.out.println(gpchain("inspect --model ner-da-mine").out());
    }
  }

  @Test
  void theSameModelGivesTheSameJar() throws IOException {
    Path model = model("da");
    pack(model, "mine");
    byte[] first = Files.readAllBytes(jar());
    pack(model, "mine");
    assertThat(Files.readAllBytes(jar())).isEqualTo(first);
  }

  /** Programs that list the folder on the class path need its entry. */
  @Test
  void theJarHasAnEntryForTheFolder() throws IOException {
    pack(model("da"), "mine").succeeds();
    try (JarFile entries = new JarFile(jar().toFile())) {
      assertThat(entries.getEntry("org/gpchain/annotator/lib/").isDirectory()).isTrue();
      assertThat(entries.stream().map(JarEntry::getName))
          .contains("org/gpchain/annotator/lib/", "org/gpchain/annotator/lib/ner-da-mine.gpchain");
    }
  }

  @Test
  void modelsWithoutLanguageAndInvalidNamesFail() throws IOException {
    pack(model("x-unspecified"), "mine").fails(1, "train it with --language");
    pack(path("model.gpchain"), "a/b").fails(2, "--name must be letters");
    assertThat(jar()).doesNotExist();
  }
}
