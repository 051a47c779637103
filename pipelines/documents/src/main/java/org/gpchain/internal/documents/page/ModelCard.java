package org.gpchain.internal.documents.page;

import static org.gpchain.core.text.Numbers.format;
import static org.gpchain.core.text.Numbers.plural;

import java.nio.file.Path;
import java.util.List;
import org.gpchain.core.model.Model;
import org.gpchain.core.text.SpanCodec;

/**
 * The properties of a model that written documents and reports contain.
 *
 * @param file name of the model file
 * @param task task of the model
 * @param language language of its documents
 * @param types types of segments that it can predict, in alphabetical order
 * @param sentences number of training sentences
 * @param version version of GPChain that trained it
 */
public record ModelCard(
    String file, String task, String language, List<String> types, int sentences, String version) {
  /** Returns the card of a model. */
  public static ModelCard of(Path file, Model model) {
    return new ModelCard(
        file.getFileName().toString(),
        model.task().name(),
        model.language(),
        List.copyOf(SpanCodec.of(model.scheme()).types(model.labels())),
        model.provenance().sentences(),
        model.provenance().libraryVersion());
  }

  /** Returns a description for users, without the types. */
  public String phrase() {
    return format(
        "%s (task %s, language %s, trained on %s by GPChain %s)",
        file, task, language, plural(sentences, "sentence"), version);
  }
}
