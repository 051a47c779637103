import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.ModelReader;
import org.gpchain.core.model.ModelReader.Contents;
import org.gpchain.core.model.ModelWriter;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.WordResource;

/**
 * Rewrites model files and word resources with the current writers. Their content, and so the hash
 * by which models refer to a word resource, stays the same. The class path is that of {@code
 * gpchain-core} and, for models that share words, {@code gpchain-words-en/src/main/resources}.
 *
 * <pre>java -cp CLASSPATH models/Rewrite.java FILE…</pre>
 */
final class Rewrite {
  private Rewrite() {}

  /** Rewrites the named files. */
  public static void main(String[] files) throws IOException {
    for (String name : files) {
      Path file = Path.of(name);
      if (name.endsWith(".words")) {
        rewriteWords(file);
      } else {
        rewriteModel(file);
      }
    }
  }

  private static void rewriteWords(Path file) throws IOException {
    WordResource resource;
    try (InputStream in = Files.newInputStream(file)) {
      resource = WordResourceFile.read(in);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      WordResourceFile.write(resource, out);
    }
  }

  private static void rewriteModel(Path file) throws IOException {
    Model model;
    try (InputStream in = Files.newInputStream(file)) {
      model = ModelReader.read(in, Contents.EVERYTHING);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      ModelWriter.write(model, out);
    }
  }
}
