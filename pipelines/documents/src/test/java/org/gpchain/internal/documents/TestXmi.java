package org.gpchain.internal.documents;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasIOUtils;

/** Reads and writes XMI files. */
public final class TestXmi {
  private TestXmi() {}

  /** Writes a document and returns its file. */
  public static Path write(JCas document, Path file) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      CasIOUtils.save(document.getCas(), out, SerialFormat.XMI);
    }
    return file;
  }

  /** Reads a file with the type system in its folder or, if there is none, of the class path. */
  public static JCas read(Path file) throws UIMAException, IOException {
    Path types = file.resolveSibling("TypeSystem.xml");
    JCas document =
        Files.exists(types)
            ? JCasFactory.createJCasFromPath(types.toUri().toString())
            : JCasFactory.createJCas();
    try (InputStream in = Files.newInputStream(file)) {
      CasIOUtils.load(in, document.getCas());
    }
    return document;
  }
}
