package org.gpchain.server.inception;

import com.fasterxml.jackson.databind.util.LRUMap;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.core.text.Sha256;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.cas.CasFormat;
import org.gpchain.corpora.cas.CasParser;
import org.gpchain.corpora.cas.TypeSystems;
import org.gpchain.server.http.Refusal;

/**
 * Reads documents in XMI. Each request brings its types, nearly always the same: to make a document
 * of them takes longer than to read one, so that those of the last few type systems are kept.
 */
final class CasPool {
  private static final int TYPE_SYSTEMS = 8;
  private static final int IDLE = 4;

  private static final Path PLACE = Path.of("document");

  private final LRUMap<String, Types> known = new LRUMap<>(TYPE_SYSTEMS, TYPE_SYSTEMS);

  /** Types, and parsers of documents of these types that nobody uses now. */
  private record Types(TypeSystemDescription description, ConcurrentLinkedQueue<CasParser> idle) {}

  /** Reads documents of the same types, one after the other. */
  static final class Reader implements AutoCloseable {
    private final Types types;
    private final CasParser parser;
    private JCas last;

    private Reader(Types types) {
      CasParser idle = types.idle().poll();
      this.types = types;
      this.parser = idle == null ? new CasParser(CasFormat.XMI, types.description()) : idle;
    }

    /**
     * Reads a document, which may be used until the next one is read.
     *
     * @throws Refusal if it cannot be read
     */
    JCas read(String xmi) throws Refusal {
      try {
        last = parser.parse(PLACE, new ByteArrayInputStream(xmi.getBytes(StandardCharsets.UTF_8)));
        return last;
      } catch (InputException e) {
        throw Refusal.unusable("the document: " + e.reason());
      } catch (IOException e) {
        throw Refusal.unusable("the document cannot be read");
      }
    }

    @Override
    public void close() {
      if (last != null) {
        // What somebody has sent is not kept.
        last.reset();
      }
      if (types.idle().size() < IDLE) {
        types.idle().add(parser);
      }
    }
  }

  /**
   * @param typeSystem description of their types
   * @throws Refusal if it is none, or contradicts DKPro's types
   */
  Reader reader(String typeSystem) throws Refusal {
    byte[] description = typeSystem.getBytes(StandardCharsets.UTF_8);
    String key = Sha256.hex(description);
    try {
      Types types = known.get(key);
      if (types == null) {
        types = new Types(TypeSystems.with(description), new ConcurrentLinkedQueue<>());
        known.put(key, types);
      }
      return new Reader(types);
    } catch (InputException e) {
      throw Refusal.unusable("typeSystem: " + e.reason());
    } catch (IOException e) {
      throw Refusal.unusable("typeSystem cannot be read");
    }
  }
}
