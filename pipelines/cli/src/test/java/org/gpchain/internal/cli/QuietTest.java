package org.gpchain.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.resource.metadata.impl.TypeSystemDescription_impl;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.CasIOUtils;
import org.dkpro.core.io.bincas.BinaryCasReader;
import org.gpchain.internal.documents.TestModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of {@code --quiet}, which prints only results and errors. */
class QuietTest extends CommandTest {
  private Path corpus;
  private Path model;

  @BeforeEach
  void writeCorpus() throws IOException {
    corpus = file("train.txt", Corpora.CHUNKS);
    model = path("chunk.gpchain");
  }

  private CommandLineRun train() {
    String train = "train --task chunk --iterations 5 --quiet --train {} --model {}";
    return gpchain(train, corpus, model);
  }

  @Test
  void trainingPrintsNothing() {
    train().isSilent();
    assertThat(model).exists();
  }

  @Test
  void resultsArePrinted() {
    train();
    CommandLineRun run =
        gpchain("--quiet evaluate --model {} --test {} --report {}", model, corpus, directory);
    assertThat(run.out()).contains("F1").doesNotContain("Wrote");
    assertThat(run.err()).isEmpty();
    assertThat(gpchain("tag --model", model, "--input", corpus, "--quiet").out())
        .contains("ferry NN I-NP ");
    gpchain("tag --model {} --input {} --output {} --quiet", model, corpus, path("tagged"))
        .isSilent();
  }

  /** UIMA logs a line for each feature of a class that the type system of a document lacks. */
  @Test
  void warningsOfUimaAboutMissingFeaturesAreNotPrinted() throws Exception {
    TypeSystemDescription types = new TypeSystemDescription_impl();
    types.addType(Token._TypeName, "", CAS.TYPE_NAME_ANNOTATION);
    types.addType(POS._TypeName, "", CAS.TYPE_NAME_ANNOTATION);
    try (OutputStream out = Files.newOutputStream(path("d.bcas"))) {
      CAS document = CasCreationUtils.createCas(types, null, null);
      CasIOUtils.save(document, out, SerialFormat.COMPRESSED_FILTERED_TSI);
    }
    TestModel.write("chunk", model);
    PrintStream systemErr = System.err;
    ByteArrayOutputStream logged = new ByteArrayOutputStream();
    System.setErr(new PrintStream(logged, true, StandardCharsets.UTF_8));
    try {
      String annotate = "annotate --quiet --model {} --input {} --output - --to conll --reader {}";
      gpchain(annotate, model, path("d.bcas"), BinaryCasReader.class.getName());
    } finally {
      System.setErr(systemErr);
    }

    assertThat(logged.toString(StandardCharsets.UTF_8)).isEmpty();
  }
}
