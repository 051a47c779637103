package org.gpchain.core.model;

import java.io.IOException;
import java.util.List;
import org.gpchain.core.words.WordResource;

/**
 * A reference to a word resource. A model that does not contain its resource has a reference to it.
 * Immutable.
 *
 * @param name name of the resource: the name of its file without {@code .words}
 * @param language language of the words
 * @param sha256 SHA-256 of the content of the resource, hexadecimal. It covers the names, types,
 *     lengths and checksums of the arrays in the order of the file, and whether each lexicon
 *     ignores case. It does not cover the name, language, origin and compression of the resource.
 * @param columns columns that the model reads from the resource
 */
public record WordReference(String name, String language, String sha256, List<String> columns) {
  /** Checks that the name is a file's name, and copies the columns. */
  public WordReference {
    if (name.isEmpty() || name.chars().anyMatch(c -> c == '/' || c == '\\' || c == ':')) {
      throw new IllegalArgumentException("a word resource cannot be called '" + name + "'");
    }
    columns = List.copyOf(columns);
  }

  /** Returns a reference to the same resource with other columns. */
  WordReference withColumns(List<String> others) {
    return new WordReference(name, language, sha256, others);
  }

  /** Finds the word resources to which models refer. */
  @FunctionalInterface
  public interface Resolver {
    /**
     * Returns the resource with the hash of a reference.
     *
     * @param wanted the reference
     * @throws MissingException if the resource is not found
     * @throws IOException if it cannot be read
     */
    WordResource resolve(WordReference wanted) throws IOException;
  }

  /** Thrown if the word resource of a model is not found. The message tells the remedy. */
  public static final class MissingException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception.
     *
     * @param wanted reference to the resource
     * @param found descriptions of the files that were found instead; may be empty
     */
    public MissingException(WordReference wanted, List<String> found) {
      super(
          String.format(
              "the model needs the word resource '%s' (language %s, SHA-256 of its"
                  + " content %s), but %s; put the file %s%s with which the model was"
                  + " trained into the folder of the model or into %s in a JAR on the"
                  + " class path, or specify its location (--words, wordsLocation)",
              wanted.name(),
              wanted.language(),
              wanted.sha256(),
              (found.isEmpty() ? "there is no resource of this name" : String.join(", ", found)),
              wanted.name(),
              WordLocations.SUFFIX,
              WordLocations.FOLDER));
    }
  }
}
