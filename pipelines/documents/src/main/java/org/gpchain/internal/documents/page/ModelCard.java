package org.gpchain.internal.documents.page;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.SpanCodec;

/**
 * What a written document or a report says about a model.
 *
 * @param file name of the model file
 * @param types all types of segment that it knows, in alphabetical order
 * @param sentences number of sentences that it was trained on
 * @param version version of GPChain that trained it
 */
public record ModelCard(
    String file, String task, String language, List<String> types, int sentences, String version) {
  /** The card of a model; of the file only its name is used. */
  public static ModelCard of(Path file, Model model) {
    return new ModelCard(
        file.getFileName().toString(),
        model.task().name(),
        model.language(),
        List.copyOf(SpanCodec.of(model.scheme()).types(model.labels())),
        model.provenance().sentences(),
        model.provenance().libraryVersion());
  }

  /** All but the types as one phrase, for people. */
  public String phrase() {
    return format(
        "%s (task %s, language %s, trained on %s by GPChain %s)",
        file, task, language, plural(sentences, "sentence"), version);
  }
}
