package org.gpchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.core.model.Model;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks what the command line says of encoders in folders that are missing. */
final class EncoderFailuresTest {
  @TempDir private static Path shared;

  /** Model that was trained with the encoder in the folder {@code encoder}. */
  private static Path model;

  @TempDir private Path folder;

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
    copyOfEncoder(folder.resolve("encoder"));
    Files.writeString(folder.resolve("text.txt"), "Hanna lives in Tarrin .");
  }

  private JavaProgram annotate(String more) throws Exception {
    String arguments = "annotate --input text.txt --to jsonl --output out --model " + model + more;
    return JavaProgram.run(folder, "org.gpchain.internal.cli.Main", arguments.split(" "));
  }

  /** Asserts that the annotation of a text fails with one line, and writes no result. */
  private void assertAnnotationFails(String options, String... problem) throws Exception {
    JavaProgram failed = annotate(options);

    assertThat(failed.exitCode()).as(failed.messages()).isEqualTo(1);
    assertThat(failed.messages().strip()).contains(problem).doesNotContain("\n\tat ");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void missingEncodersAreNamed() throws Exception {
    assertAnnotationFails("", "the encoder mine@", "was not found", "--encoder DIR");
    assertAnnotationFails(
        " --encoder none", "none: the encoder cannot be used: There is neither such a folder");

    JavaProgram withEncoder = annotate(" --encoder encoder");
    assertThat(withEncoder.exitCode()).as(withEncoder.messages()).isZero();
  }
}
