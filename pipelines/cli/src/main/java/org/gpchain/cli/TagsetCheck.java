package org.gpchain.cli;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.gpchain.core.model.Model;
import org.gpchain.core.model.Tagset;
import org.gpchain.core.text.TokenSequence;

/** Counts part-of-speech tags that a model has never seen. */
final class TagsetCheck {
  /** A larger share of unseen tags can only mean another tagset. */
  private static final double STRANGE_SHARE = 0.5;

  /** Null if the model knows of none. */
  private final Tagset tagset;

  private final Set<String> known;
  private String first = "";
  private long strange;
  private long tokens;

  TagsetCheck(Model model) {
    tagset = model.features().tagset();
    known = tagset == null ? Set.of() : new HashSet<>(tagset.tags());
  }

  /** Adds a sentence with all columns that the model uses. */
  void add(TokenSequence sentence) {
    if (tagset == null) {
      return;
    }
    for (String tag : sentence.column(TokenSequence.POS)) {
      if (!known.contains(tag)) {
        first = strange == 0 ? tag : first;
        strange++;
      }
    }
    tokens += sentence.length();
  }

  /** What to say if the tags of a file are not those of the model. */
  Optional<String> warning(Path file) {
    double share = (double) strange / Math.max(1, tokens);
    return share <= STRANGE_SHARE
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "%s: %.0f %% of the tokens have part-of-speech tags that the model (tagset %s) has"
                    + " never seen, such as %s; tag the file with the tagset of the model",
                file,
                100 * share,
                tagset.name(),
                first));
  }
}
