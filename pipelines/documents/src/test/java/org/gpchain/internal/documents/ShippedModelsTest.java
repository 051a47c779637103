package org.gpchain.internal.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.ModelLocation;
import org.gpchain.internal.documents.batch.Batch;
import org.gpchain.internal.documents.batch.BatchOutput;
import org.gpchain.internal.documents.batch.BatchProgress;
import org.gpchain.internal.documents.batch.BatchResult;
import org.gpchain.internal.documents.output.OutputFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests models that are found by name. One model is on the class path with the test classes. */
class ShippedModelsTest {
  @TempDir private Path directory;
  private Path lib;

  @BeforeEach
  void ship() throws Exception {
    lib =
        Files.createDirectories(
            Path.of(getClass().getResource("/").toURI()).resolve("org/gpchain/annotator/lib"));
    TestModel.write("ne", lib.resolve("ner-xx-small.gpchain"));
    Files.writeString(
        lib.resolve("ner-xx-small.properties"),
        "location=classpath:/org/gpchain/annotator/lib/ner-xx-small.gpchain\n");
  }

  @AfterEach
  void takeBack() throws IOException {
    for (String name : List.of("ner-xx-small.gpchain", "ner-xx-small.properties")) {
      Files.delete(lib.resolve(name));
    }
  }

  @Test
  void annotatesWithAModelByName() throws Exception {
    Path text = Files.writeString(directory.resolve("ferry.txt"), "The ferry reached Ostrey.");
    BatchResult result =
        Batch.run(
            TestOptions.batch(
                TestOptions.ofText(Path.of("ner-xx-small")), OutputFormat.DEFAULT, 1, text),
            new BatchOutput.Folder(directory.resolve("out"), false, 0),
            BatchProgress.NONE);
    assertThat(result.totals().segments()).isEqualTo(1);
    assertThat(directory.resolve("out/ferry.html")).content().contains("ner-xx-small.gpchain");
  }

  @Test
  void prefersAFileToAModelOnTheClassPath() throws IOException {
    Path file = TestModel.write("ne", directory.resolve("ner-xx-small"));
    assertThat(ModelLocation.of(file).url()).isEqualTo(file.toUri().toURL());
    assertThat(ModelLocation.of(file).file()).isEqualTo(file);
  }

  @Test
  void refusesUnknownNamesAndDirectories() {
    assertThatThrownBy(() -> ModelLocation.of(Path.of("ner-yy")))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(
            "ner-yy: there is no such file; check the path, or use a shipped model: ")
        .hasMessageContaining("ner-xx-small");
    for (String separate : List.of("chunker-en-encoder", "ner-en-encoder")) {
      assertThatThrownBy(() -> ModelLocation.of(Path.of(separate)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining(
              "add the artifact org.gpchain:gpchain-model-%s, or use a shipped model: "
                  .formatted(separate));
    }
    assertThatThrownBy(() -> ModelLocation.of(directory))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("this is a directory");
  }
}
