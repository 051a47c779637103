import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.gpchain.core.model.WordResourceFile;
import org.gpchain.core.words.WordResource;

/**
 * Writes files of word resources anew, as they are written today; what they hold, and so what
 * models call them by, stays the same. The class path is that of {@code gpchain-core}.
 *
 * <pre>java -cp CLASSPATH models/Rewrite.java FILE…</pre>
 */
final class Rewrite {
  private Rewrite() {}

  /** See above. */
  public static void main(String[] files) throws IOException {
    for (String file : files) {
      WordResource resource;
      try (InputStream in = Files.newInputStream(Path.of(file))) {
        resource = WordResourceFile.read(in);
      }
      try (OutputStream out = Files.newOutputStream(Path.of(file))) {
        WordResourceFile.write(resource, out);
      }
    }
  }
}
