package org.gpchain.internal.server.inception;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasParser;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.DocumentTypes;
import org.gpchain.internal.formats.cas.TypeSystems;
import org.gpchain.internal.formats.input.Surroundings;
import org.gpchain.internal.server.http.ClientRequest;
import org.gpchain.internal.server.http.Refusal;
import org.gpchain.internal.server.models.Kept;

/**
 * Reads documents in XMI. Each request brings its types, nearly always the same: to make a document
 * of them takes longer than to read one, so that those of the last few type systems are kept, as
 * far as a budget of memory allows.
 */
final class CasPool {
  /** Empty documents of the same types that are kept. */
  private static final int IDLE = 2;

  private static final Path PLACE = Path.of("document");
  private static final Path TYPE_SYSTEM = Path.of(TypeSystems.USUAL_NAME);

  /** Other feature structures are not sent back, so they need not be declared. */
  private static final CasReading READING = new CasReading(null, false, null, true);

  private final Kept<String, Types> known;

  /**
   * @param budget bytes of types and empty documents that are kept
   */
  CasPool(long budget) {
    this.known = new Kept<>(budget);
  }

  /** An estimate of the memory that it takes. */
  long bytes() {
    return known.bytes();
  }

  /** Types, and parsers of documents of these types that nobody uses now. */
  private record Types(TypeSystemDescription description, ConcurrentLinkedQueue<CasParser> idle) {}

  /** Reads documents of the same types, one after the other. */
  static final class Reader implements AutoCloseable {
    private final Types types;
    private final CasParser parser;

    /** Null if nothing was read, or reading failed. */
    private JCas last;

    private Reader(Types types) {
      CasParser idle = types.idle().poll();
      this.types = types;
      this.parser = idle == null ? newParser(types) : idle;
    }

    private static CasParser newParser(Types types) {
      return new CasParser(CasFormat.XMI, DocumentTypes.of(types.description()), READING);
    }

    /**
     * Reads a document, which may be used until the next one is read.
     *
     * @throws Refusal if it cannot be read, or is too long
     */
    JCas read(String xmi) throws Refusal {
      last = null;
      try {
        ByteArrayInputStream in = new ByteArrayInputStream(xmi.getBytes(StandardCharsets.UTF_8));
        last = parser.parse(PLACE, in, Surroundings.NONE).document();
        ClientRequest.readable(last.getDocumentText());
        return last;
      } catch (InputException e) {
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
        // What somebody has sent is not kept.
        last.reset();
        if (types.idle().size() < IDLE) {
          types.idle().add(parser);
        }
      }
    }
  }

  /**
   * @param typeSystem description of their types
   * @throws Refusal if it is none, contradicts DKPro's types, or needs more than the budget
   */
  Reader reader(String typeSystem) throws Refusal {
    byte[] description = typeSystem.getBytes(StandardCharsets.UTF_8);
    String key = Sha256.hex(description);
    try {
      Types types = known.get(key);
      if (types == null) {
        types =
            new Types(TypeSystems.with(TYPE_SYSTEM, description), new ConcurrentLinkedQueue<>());
        long bytes = 2L * description.length + TypeSystems.bytes(types.description(), IDLE);
        if (bytes > known.budget()) {
          throw Refusal.tooLarge(
              "typeSystem: its types with all their features would take %d MB, and may take %d MB"
                  .formatted(bytes >> 20, known.budget() >> 20));
        }
        known.put(key, types, bytes);
      }
      return new Reader(types);
    } catch (InputException e) {
      throw Refusal.unusable("typeSystem: " + e.reason());
    } catch (IOException e) {
      throw Refusal.unusable("typeSystem cannot be read");
    }
  }
}
