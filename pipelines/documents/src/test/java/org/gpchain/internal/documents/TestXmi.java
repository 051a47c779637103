package org.gpchain.internal.documents;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasIOUtils;

/** Documents in XMI that were written. */
public final class TestXmi {
  private TestXmi() {}

  /** Reads a file, with the types that lie beside it, or those of the class path. */
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
