package org.gpchain.core.model;

import java.io.IOException;
import java.util.List;
import org.gpchain.core.words.WordResource;

/**
 * A word resource that a model, or anything else, means without containing it.
 *
 * @param name of the resource, the name of its file without {@code .words}
 * @param sha256 of what the resource holds, hexadecimal: of the names, types, lengths and checksums
 *     of its arrays in the order of the file, and of how its lexicons compare letters. Its name,
 *     language and origin do not count, nor does how it was compressed
 * @param columns that the model takes from it
 */
public record WordReference(String name, String language, String sha256, List<String> columns) {
  /** Checks that the name is a file's name, and copies the columns. */
  public WordReference {
    if (name.isEmpty() || name.chars().anyMatch(c -> c == '/' || c == '\\' || c == ':')) {
      throw new IllegalArgumentException("a word resource cannot be called '" + name + "'");
    }
    columns = List.copyOf(columns);
  }

  WordReference withColumns(List<String> others) {
    return new WordReference(name, language, sha256, others);
  }

  /** Finds the word resources that models refer to. */
  @FunctionalInterface
  public interface Resolver {
    /**
     * @param wanted which one: what is returned has its hash
     * @throws MissingException if it is nowhere
     * @throws IOException if it cannot be read
     */
    WordResource resolve(WordReference wanted) throws IOException;
  }

  /** A model refers to a word resource that is not there. The message says what to do. */
  public static final class MissingException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * A resource that was not found.
     *
     * @param found what stands where it was looked for instead, in words
     */
    public MissingException(WordReference wanted, List<String> found) {
      super(
          String.format(
              "the model needs the word resource '%s' (language %s, SHA-256 of its content %s), and"
                  + " %s; put the file %s%s that the model was trained with"
                  + " beside the model or, in a jar, into %s, or say where it is (--words,"
                  + " wordsLocation)",
              wanted.name(),
              wanted.language(),
              wanted.sha256(),
              (found.isEmpty() ? "there is none of this name" : String.join(", ", found)),
              wanted.name(),
              WordLocations.SUFFIX,
              WordLocations.FOLDER));
    }
  }
}
