package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.gpchain.core.model.Model;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what the command line says of encoders in folders that are missing or damaged. */
final class EncoderFailuresTest {
  @TempDir private static Path shared;

  /** Model that was trained with the encoder in the folder {@code encoder}. */
  private static Path model;

  @TempDir private Path folder;
  private Path encoder;

  @BeforeAll
  static void train() throws IOException {
    ShippedEncoder.assumeIsThere();
    Model trained =
        GpChain.trainer("ne")
            .encoder(copyOfEncoder(shared.resolve("encoder")))
            .encoderDimensions(8)
            .train(ApiPageTest.sentences(10));
    model = shared.resolve("names.gpchain");
    GpChain.save(trained, model);
  }

  /** Makes a copy of the shipped encoder with one of its layers and another name. */
  private static Path copyOfEncoder(Path copy) throws IOException {
    ShippedEncoder.copyTo(copy);
    Path properties = copy.resolve("encoder.properties");
    String content = Files.readString(properties);
    String ofOneLayer =
        content.replaceFirst("name *=.*", "name = mine").replaceFirst("(layers *=[^,]*),.*", "$1");
    Files.writeString(properties, ofOneLayer);
    return copy;
  }

  @BeforeEach
  void copyEncoder() throws IOException {
    encoder = copyOfEncoder(folder.resolve("encoder"));
    Files.writeString(folder.resolve("text.txt"), "Hanna lives in Tarrin .");
    Files.writeString(folder.resolve("train.tsv"), "Hanna\tB-PER\nlives\tO\n\n".repeat(10));
  }

  private JavaProgram gpchain(String arguments) throws Exception {
    return JavaProgram.run(folder, "org.gpchain.internal.cli.Main", arguments.split(" "));
  }

  private JavaProgram annotate(String more) throws Exception {
    return gpchain("annotate --input text.txt --to jsonl --output out --model " + model + more);
  }

  /** Asserts that the annotation of a text fails with one line, and writes no result. */
  private void assertAnnotationFails(String options, String... problem) throws Exception {
    JavaProgram failed = annotate(options);

    assertThat(failed.exitCode()).as(failed.messages()).isEqualTo(1);
    assertThat(failed.messages().strip()).contains(problem).doesNotContain("\n\tat ");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  /** Asserts that a training fails with one line, and writes no model. */
  private void assertTrainingFails(String... problem) throws Exception {
    JavaProgram failed =
        gpchain(
            "train --task ne --train train.tsv --columns word,label --model m.gpchain --encoder encoder");

    assertThat(failed.exitCode()).as(failed.messages()).isEqualTo(1);
    assertThat(failed.messages().strip())
        .contains("encoder: the encoder cannot be used: ")
        .contains(problem)
        .doesNotContain("\n\tat ");
    assertThat(folder.resolve("m.gpchain")).doesNotExist();
  }

  @Test
  void missingEncodersAreNamed() throws Exception {
    assertAnnotationFails("", "the encoder mine@", "was not found", "--encoder DIR");
    assertAnnotationFails(
        " --encoder none", "none: the encoder cannot be used: There is neither such a folder");

    JavaProgram withEncoder = annotate(" --encoder encoder");
    assertThat(withEncoder.exitCode()).as(withEncoder.messages()).isZero();
  }

  @Test
  void otherFilesOfTheSameNameAreRefused() throws Exception {
    Path onnx = encoder.resolve("model.onnx");
    byte[] content = Files.readAllBytes(onnx);
    // A byte of a weight.
    content[content.length / 2] ^= 1;
    Files.write(onnx, content);

    assertAnnotationFails(
        " --encoder encoder",
        "the encoder mine@",
        "was not found, only one of the same name with other content: mine@");
  }

  @Test
  void damagedFilesAreRefused() throws Exception {
    Path onnx = encoder.resolve("model.onnx");
    byte[] content = Files.readAllBytes(onnx);
    Files.write(onnx, Arrays.copyOf(content, content.length / 2));
    assertTrainingFails("not an ONNX model, or is damaged");
  }

  @Test
  void vocabulariesThatAreLargerThanTheModelAreRefused() throws Exception {
    String pieces = "[UNK]\n[CLS]\n[SEP]\n" + "piece\n".repeat(40_000) + "last\n";
    Files.writeString(encoder.resolve("vocab.txt"), pieces);
    assertTrainingFails("Check that the vocabulary belongs to the model");
  }
}
