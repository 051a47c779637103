package org.gpchain.internal.documents;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.gpchain.internal.corpora.InputException;

/**
 * Reads raw texts as {@code annotate} does before its model sees them: sentences, tokens and, if
 * the model uses them, parts of speech. For one thread.
 */
public final class PassageReader implements AutoCloseable {
  private static final char BYTE_ORDER_MARK = '\uFEFF';
  private static final DocumentOrigin ORIGIN = new DocumentOrigin("text", null);

  private final Path model;
  private final SharedModels shared;
  private final DocumentAnnotator annotator;

  /**
   * Loads the models.
   *
   * @param models the model that texts are read for and, after it, a tagger of parts of speech;
   *     each a file or the name of a shipped model
   * @param words where word resources are, besides those next to the models
   * @throws InputException if raw text does not have what the model uses
   */
  public PassageReader(List<Path> models, List<URL> words) throws IOException {
    AnnotateOptions options =
        AnnotateOptions.builder(models, InputFormat.text(StandardCharsets.UTF_8))
            .words(words)
            .build();
    this.model = models.get(0);
    this.shared = SharedModels.forReading(options);
    this.annotator = new DocumentAnnotator(shared, Set.of());
  }

  /** Returns what the user should know of how sentences and tokens are found. */
  public Optional<String> note() {
    return shared.segmenterNote();
  }

  /**
   * Returns the sentences of a text that have tokens, in order, with offsets in the text.
   *
   * @throws InputException if the text cannot be segmented or tagged
   */
  public List<Passage> read(String text) throws InputException {
    // Only the first byte order mark is removed, so that offsets still fit the text.
    byte[] content = (BYTE_ORDER_MARK + text).getBytes(StandardCharsets.UTF_8);
    try {
      return annotator.annotate(ORIGIN, content).additions().sentences();
    } catch (DocumentException e) {
      throw new InputException(model, "the raw text cannot be read: " + e.description(), e);
    }
  }

  @Override
  public void close() {
    annotator.close();
    shared.close();
  }
}
