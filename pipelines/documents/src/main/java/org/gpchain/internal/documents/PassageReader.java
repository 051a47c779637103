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
 * Reads the sentences of raw texts as models of {@code gpchain annotate} see them: with tokens and,
 * if a model requires them, parts of speech. Not thread-safe.
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
   * @param models the model that texts are read for, followed by a part-of-speech tagger if the
   *     model requires one. Each is a file or the name of a shipped model.
   * @param words locations of word resources, in addition to the folders of the models
   * @throws InputException if the model requires columns that raw text does not have
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

  /** Returns a note for the user on how sentences and tokens are found, if there is one. */
  public Optional<String> note() {
    return shared.segmenterNote();
  }

  /**
   * Returns the sentences of a text that have tokens, in order, with offsets in the text.
   *
   * @throws InputException if the text cannot be segmented or tagged
   */
  public List<Passage> read(String text) throws InputException {
    // A byte order mark is added because the annotator removes one. Otherwise, it could remove a
    // mark of the text, and offsets would shift.
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
