package org.gpchain.training.uima;

import static org.apache.uima.fit.factory.AnalysisEngineFactory.createEngine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.analysis_engine.AnalysisEngineProcessException;
import org.apache.uima.jcas.JCas;
import org.gpchain.annotator.GpNamedEntityRecognizer;
import org.gpchain.core.model.Features;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.vectors.VectorFeatures;
import org.gpchain.internal.gp.posterior.SparsePosterior;
import org.gpchain.internal.training.io.AtomicFile;
import org.gpchain.type.ScoredSegment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests trainers and annotators with the parameter {@code encoderLocation}. */
class EncoderParametersTest {
  private static final List<String> SYLLABLES =
      List.of("ba", "qui", "lor", "te", "mun", "sha", "vel", "dri");

  @TempDir private static Path shared;

  /** Model that was trained with the encoder {@code toy}. */
  private static Path trained;

  @TempDir private Path directory;

  @BeforeAll
  static void trainModel() throws Exception {
    trained = shared.resolve("names.gpchain");
    train(trained, GpNamedEntityRecognizerTrainer.PARAM_ENCODER_LOCATION, "toy");
  }

  private static void train(Path target, Object... parameters) throws Exception {
    train(target, documents("then ", " was ."), parameters);
  }

  private static void train(Path target, List<JCas> documents, Object... parameters)
      throws Exception {
    Object[] settings = {
      GpNamedEntityRecognizerTrainer.PARAM_TARGET_LOCATION, target.toString(), "kernelRounds", 1
    };
    AnalysisEngine trainer =
        createEngine(
            GpNamedEntityRecognizerTrainer.class,
            TrainerParametersTest.joined(settings, parameters));
    for (JCas document : documents) {
      trainer.process(document);
    }
    trainer.collectionProcessComplete();
  }

  /** Returns documents with names whose type only the vectors tell. */
  private static List<JCas> documents(String before, String after) throws Exception {
    List<JCas> documents = new ArrayList<>();
    for (String first : SYLLABLES) {
      for (String second : SYLLABLES) {
        String name = Character.toUpperCase(first.charAt(0)) + first.substring(1) + second;
        documents.add(TrainerParametersTest.document(before + name + "_" + type(name) + after));
      }
    }
    return documents;
  }

  private static String type(String name) {
    return ParityEncoders.isEven(name) ? "PER" : "LOC";
  }

  /** Writes a model like the trained one, but with the vectors of another encoder. */
  private Path withEncoder(String name, Path file) throws Exception {
    Model model = TrainerParametersTest.read(trained);
    Features features = model.features();
    VectorFeatures others =
        VectorFeatures.of(
            ParityEncoders.id(name), features.vectors().projection(), features.vectors().offsets());
    Features changed =
        new Features(
            features.vocabulary(), features.prior(), features.tagset(), features.sources(), others);
    Model copy =
        new Model(
            model.task(),
            changed,
            model.posterior(),
            model.calibration(),
            model.provenance(),
            model.run());
    AtomicFile.write(file, out -> ModelWriter.write(copy, out));
    return file;
  }

  private static AnalysisEngine recognizer(Path model, Object... parameters) throws Exception {
    Object[] location = {
      GpNamedEntityRecognizer.PARAM_MODEL_LOCATION, model.toString(),
    };
    return createEngine(
        GpNamedEntityRecognizer.class, TrainerParametersTest.joined(location, parameters));
  }

  /**
   * Returns the names that an engine finds in a sentence about a name that is not in the corpus.
   */
  private static List<String> names(AnalysisEngine recognizer) throws Exception {
    JCas document = TrainerParametersTest.document("then Tarlova was .");
    recognizer.process(document);
    return document
        .select(ScoredSegment.class)
        .map(segment -> segment.getValue() + " " + segment.getCoveredText())
        .toList();
  }

  private static String expectedName() {
    return type("Tarlova") + " Tarlova";
  }

  @Test
  void aTrainedModelRefersToItsEncoder() throws Exception {
    VectorFeatures vectors = TrainerParametersTest.read(trained).features().vectors();

    assertThat(vectors.encoderId()).isEqualTo("toy@1");
    assertThat(vectors.projection().dimension()).isEqualTo(2);
    assertThat(names(recognizer(trained))).containsExactly(expectedName());
  }

  @Test
  void dimensionsAreLimitedByTheirParameter() throws Exception {
    Path file = directory.resolve("one.gpchain");
    train(
        file,
        GpNamedEntityRecognizerTrainer.PARAM_ENCODER_LOCATION,
        "toy",
        GpNamedEntityRecognizerTrainer.PARAM_ENCODER_DIMENSIONS,
        1);

    assertThat(TrainerParametersTest.read(file).features().vectors().projection().dimension())
        .isEqualTo(1);
  }

  @Test
  void aSparsePosteriorHasTheKernelOfItsParameter() throws Exception {
    Path file = directory.resolve("sparse.gpchain");
    Object[] quick = {"posterior", "sparse", "rounds", 1, "iterations", 2, "calibrationFolds", 0};
    Object[] kernel = {
      GpNamedEntityRecognizerTrainer.PARAM_ENCODER_LOCATION,
      "toy",
      GpNamedEntityRecognizerTrainer.PARAM_ENCODER_KERNEL,
      "linear+rbf",
      GpNamedEntityRecognizerTrainer.PARAM_INDUCING,
      8
    };
    train(file, TrainerParametersTest.joined(quick, kernel));

    Model model = TrainerParametersTest.read(file);
    assertThat(model.provenance().settings()).containsEntry("encoderKernel", "linear+rbf");
    assertThat(model.posterior()).isInstanceOf(SparsePosterior.class);

    assertThatThrownBy(
            () -> train(file, GpNamedEntityRecognizerTrainer.PARAM_ENCODER_KERNEL, "rbf"))
        .hasStackTraceContaining("encoderKernel needs posterior sparse");
    assertThatThrownBy(
            () ->
                train(
                    file,
                    "posterior",
                    "sparse",
                    GpNamedEntityRecognizerTrainer.PARAM_ENCODER_KERNEL,
                    "rbf"))
        .hasStackTraceContaining("needs an encoder");
  }

  @Test
  void anEncoderThatIsNotOnTheClassPathNeedsItsLocation() throws Exception {
    Path model = withEncoder("elsewhere", directory.resolve("elsewhere.gpchain"));
    AnalysisEngine without = recognizer(model);
    assertThatThrownBy(() -> names(without))
        .isInstanceOf(AnalysisEngineProcessException.class)
        .hasMessageContainingAll(
            "the encoder elsewhere@1", "was not found", "org.gpchain:gpchain-encoder-en");

    String parameter = GpNamedEntityRecognizer.PARAM_ENCODER_LOCATION;
    assertThatThrownBy(() -> names(recognizer(model, parameter, ParityEncoders.NOWHERE)))
        .hasMessageContaining("nowhere: the encoder cannot be used: there is none");
    assertThat(names(recognizer(model, parameter, "elsewhere"))).containsExactly(expectedName());
    assertThat(names(without)).as("after the encoder was added").containsExactly(expectedName());
  }

  @Test
  void variantsFindTheirEncoderOnTheClassPathOrAtItsLocation() throws Exception {
    Path lib =
        Files.createDirectories(
            Path.of(getClass().getResource("/").toURI()).resolve("org/gpchain/annotator/lib"));
    List<Path> files = new ArrayList<>();
    try {
      for (String name : List.of(ParityEncoders.ON_CLASS_PATH, "variant")) {
        String model = "ner-en-" + name;
        files.add(withEncoder(name, lib.resolve(model + ".gpchain")));
        files.add(
            Files.writeString(
                lib.resolve(model + ".properties"),
                "location=classpath:/org/gpchain/annotator/lib/" + model + ".gpchain"));
      }
      String variant = GpNamedEntityRecognizer.PARAM_VARIANT;
      String location = GpNamedEntityRecognizer.PARAM_ENCODER_LOCATION;

      assertThat(
              names(
                  createEngine(
                      GpNamedEntityRecognizer.class, variant, ParityEncoders.ON_CLASS_PATH)))
          .containsExactly(expectedName());
      assertThat(
              names(
                  createEngine(
                      GpNamedEntityRecognizer.class, variant, "variant", location, "variant")))
          .containsExactly(expectedName());
    } finally {
      for (Path file : files) {
        Files.delete(file);
      }
    }
  }

  @Test
  void aDocumentThatCannotBeEncodedFailsAlone() throws Exception {
    AnalysisEngine recognizer = recognizer(trained);
    JCas bad = TrainerParametersTest.document("then " + ParityEncoders.UNENCODABLE + " was .");
    DocumentMetaData.create(bad).setDocumentId("bad-1");

    assertThatThrownBy(() -> recognizer.process(bad))
        .isInstanceOf(AnalysisEngineProcessException.class)
        .hasMessageContaining("'bad-1' cannot be annotated: the word kaputt has no vector");
    assertThat(names(recognizer)).containsExactly(expectedName());
  }

  @Test
  void failuresOfTheEncoderLeaveNoModel() throws Exception {
    Path target = directory.resolve("none.gpchain");
    String parameter = GpNamedEntityRecognizerTrainer.PARAM_ENCODER_LOCATION;

    assertThatThrownBy(() -> train(target, parameter, ParityEncoders.NOWHERE))
        .hasStackTraceContaining("nowhere: the encoder cannot be used: there is none");
    assertThatThrownBy(
            () ->
                train(
                    target,
                    documents("then ", " was " + ParityEncoders.UNENCODABLE),
                    parameter,
                    "toy"))
        .isInstanceOf(AnalysisEngineProcessException.class)
        .hasMessageContaining("the word kaputt has no vector");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void anEncoderForAnotherLanguageIsLoggedOnce() throws Exception {
    Path model = withEncoder(ParityEncoders.GERMAN, directory.resolve("german.gpchain"));
    String parameter = GpNamedEntityRecognizer.PARAM_ENCODER_LOCATION;
    AnalysisEngine recognizer = recognizer(model, parameter, ParityEncoders.GERMAN);

    PrintStream before = System.err;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      names(recognizer);
      names(recognizer);
      names(recognizer(trained));
    } finally {
      System.setErr(before);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .containsOnlyOnce(
            "a document in the language 'en' is annotated with the encoder german@1, which is for 'de'");
  }
}
