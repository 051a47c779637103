package org.gpchain.internal.server.inception;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.core.math.WorkCheck;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasParser;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.DocumentTypes;
import org.gpchain.internal.formats.cas.TypeSystems;
import org.gpchain.internal.formats.input.Surroundings;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.LruCache;

/**
 * Reads documents in XMI and caches their type systems. Each INCEpTION request contains the type
 * system, which rarely changes, and creating a document with a type system takes longer than
 * reading XMI. Therefore, the last type systems and a few empty documents for each are kept within
 * a memory budget. Thread-safe.
 */
final class CasPool {
  /** Maximum number of empty documents that are kept for a type system. */
  private static final int MAX_IDLE = 2;

  /** Size of the buffer for a document (bytes). */
  private static final int BUFFER = 1 << 16;

  private static final Path PLACE = Path.of("document");
  private static final Path TYPE_SYSTEM = Path.of(TypeSystems.USUAL_NAME);

  /** Other feature structures are not sent back, so their types need not be declared. */
  private static final CasReading READING = new CasReading(null, false, null, true);

  /** Type systems by the hash of their description. */
  private final LruCache<String, CachedTypes> known;

  /**
   * Creates an empty pool.
   *
   * @param budget maximum memory of type systems and empty documents (bytes)
   */
  CasPool(long budget) {
    this.known = new LruCache<>(budget);
  }

  /** Returns the estimated memory of the pool (bytes). */
  long bytes() {
    return known.bytes();
  }

  /** A type system, and idle parsers whose documents have these types. */
  private record CachedTypes(
      TypeSystemDescription description, ConcurrentLinkedQueue<CasParser> idle) {}

  /** Reads documents with the same type system, one after the other. */
  static final class Reader implements AutoCloseable {
    private final CachedTypes types;
    private final CasParser parser;

    /** The last document; null if none was read or reading failed. */
    private JCas last;

    private Reader(CachedTypes types) {
      CasParser idle = types.idle().poll();
      this.types = types;
      this.parser = idle == null ? newParser(types) : idle;
    }

    private static CasParser newParser(CachedTypes types) {
      return new CasParser(CasFormat.XMI, DocumentTypes.of(types.description()), READING);
    }

    /**
     * Reads a document, which is valid until the next document is read.
     *
     * @throws Refusal if the document cannot be read or its text is too long
     */
    JCas read(InputStream xmi) throws Refusal {
      last = null;
      try {
        InputStream in = new BufferedInputStream(xmi, BUFFER);
        last = parser.parse(PLACE, in, Surroundings.NONE).document();
        ClientRequest.readable(last.getDocumentText());
        return last;
      } catch (InputException e) {
        // The parser wraps all exceptions, including the one that ends the work.
        WorkCheck.run();
        if (e.getCause() instanceof OutOfMemoryError memory) {
          throw memory;
        }
        throw Refusal.unusable("the document: " + e.reason());
      } catch (IOException e) {
        throw Refusal.unusable("the document cannot be read");
      }
    }

    @Override
    public void close() {
      if (last != null) {
        // Other requests must not see the text of this one.
        last.reset();
        if (types.idle().size() < MAX_IDLE) {
          types.idle().add(parser);
        }
      }
    }
  }

  /**
   * Returns a reader of documents with a type system.
   *
   * @param typeSystem description of the type system (XML)
   * @throws Refusal if the description is invalid, contradicts DKPro's types, or needs more memory
   *     than the budget
   */
  Reader reader(String typeSystem) throws Refusal {
    byte[] description = typeSystem.getBytes(StandardCharsets.UTF_8);
    String key = Sha256.hex(description);
    try {
      CachedTypes types = known.get(key);
      if (types == null) {
        types = load(description);
        known.put(key, types, bytes(types, description));
      }
      return new Reader(types);
    } catch (InputException e) {
      throw Refusal.unusable("typeSystem: " + e.reason());
    } catch (IOException e) {
      throw Refusal.unusable("typeSystem cannot be read");
    }
  }

  private static CachedTypes load(byte[] description) throws IOException {
    return new CachedTypes(
        TypeSystems.with(TYPE_SYSTEM, description), new ConcurrentLinkedQueue<>());
  }

  /** Returns the estimated memory of a type system with its idle documents (bytes). */
  private long bytes(CachedTypes types, byte[] description) throws Refusal, IOException {
    long bytes = 2L * description.length + TypeSystems.bytes(types.description(), MAX_IDLE);
    if (bytes > known.budget()) {
      throw Refusal.tooLarge(
          "typeSystem: its types with all their features would take %d MB; the limit is %d MB"
              .formatted(bytes >> 20, known.budget() >> 20));
    }
    return bytes;
  }
}
