package org.gpchain.pipelines.annotate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.uima.UIMAException;
import org.apache.uima.analysis_engine.AnalysisEngine;
import org.apache.uima.fit.factory.AnalysisEngineFactory;
import org.apache.uima.jcas.JCas;
import org.dkpro.core.io.xmi.XmiWriter;
import org.gpchain.training.file.AtomicFile;

/**
 * Writes documents with DKPro's XMI writer. That one writes in place, so it is given a hidden
 * directory inside the output directory, out of which each finished file is moved.
 */
final class XmiFiles implements AutoCloseable {
  private final Path output;
  private final Path staging;
  private final AnalysisEngine writer;

  /** A writer into a directory that exists. */
  XmiFiles(Path output) throws IOException, UIMAException {
    this.output = output;
    this.staging = Files.createDirectory(output.resolve("." + UUID.randomUUID() + ".tmp"));
    this.writer =
        AnalysisEngineFactory.createEngine(
            XmiWriter.class,
            XmiWriter.PARAM_TARGET_LOCATION,
            staging.toString(),
            XmiWriter.PARAM_USE_DOCUMENT_ID,
            true,
            // XML has no form feeds, for example; a space in their place keeps the offsets.
            XmiWriter.PARAM_SANITIZE_ILLEGAL_CHARACTERS,
            true);
  }

  /**
   * Writes a document, and the type system beside the first one.
   *
   * @param document whose identifier is the name of the file below the output directory
   * @return the files written
   */
  List<Path> write(JCas document) throws IOException, UIMAException {
    writer.process(document);
    try (Stream<Path> files = Files.walk(staging)) {
      List<Path> written = files.filter(Files::isRegularFile).sorted().toList();
      List<Path> targets = written.stream().map(staging::relativize).map(output::resolve).toList();
      for (int i = 0; i < written.size(); i++) {
        AtomicFile.makeDirectory(targets.get(i).getParent());
        Files.move(written.get(i), targets.get(i), StandardCopyOption.ATOMIC_MOVE);
      }
      return targets;
    }
  }

  @Override
  public void close() throws IOException {
    writer.destroy();
    try (Stream<Path> files = Files.walk(staging)) {
      for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(file);
      }
    }
  }
}
