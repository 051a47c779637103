package org.gpchain.internal.formats.cas;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.gpchain.core.text.Sha256;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.input.Companion;
import org.gpchain.internal.formats.input.Surroundings;

/**
 * The types of documents: the types on the class path, and in addition the types of the type system
 * that the user has named or, if there is none, of the {@code TypeSystem.xml} nearest to each
 * document. Thread-safe.
 */
public final class DocumentTypes {
  /** Maximum number of type systems in a cache. */
  private static final int MAX_CACHED = 64;

  /** Types of all documents; null if each document has its nearest type system. */
  private final TypeSystemDescription given;

  private final boolean remote;

  /** Cache of type systems by the paths of their files. */
  private final Map<String, TypeSystemDescription> byPlace = new TypeSystemCache();

  /** Cache by the hash of the content, since exported documents often have copies of one file. */
  private final Map<String, TypeSystemDescription> byContent = new TypeSystemCache();

  /** Types on the class path; null before they are needed. */
  private TypeSystemDescription onClassPath;

  private DocumentTypes(TypeSystemDescription given, boolean remote) {
    this.given = given;
    this.remote = remote;
  }

  /** A cache that removes the least recently used type system. */
  private static final class TypeSystemCache extends LinkedHashMap<String, TypeSystemDescription> {
    private static final long serialVersionUID = 1L;

    TypeSystemCache() {
      super(MAX_CACHED, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, TypeSystemDescription> eldest) {
      return size() > MAX_CACHED;
    }
  }

  /** Returns the same types for all documents. */
  public static DocumentTypes of(TypeSystemDescription types) {
    return new DocumentTypes(types, false);
  }

  /**
   * Returns the types of the type system that the options name, or else of the nearest one.
   *
   * @throws InputException if the options name a type system that cannot be used
   */
  public static DocumentTypes of(CasReading how) throws IOException {
    TypeSystemDescription given = null;
    if (how.typeSystem() != null) {
      given = TypeSystems.with(List.of(how.typeSystem()), how.remote());
    }
    return new DocumentTypes(given, how.remote());
  }

  /**
   * Returns the types of a document. Documents with the same type system have the same object.
   *
   * @param surroundings files around the document
   * @throws InputException if the type system of the document cannot be used
   */
  synchronized TypeSystemDescription of(Surroundings surroundings) throws IOException {
    if (given != null) {
      return given;
    }
    Optional<Companion> description = surroundings.nearest(TypeSystems.USUAL_NAME);
    if (description.isEmpty()) {
      return onClassPath();
    }

    String place = description.get().place();
    TypeSystemDescription types = byPlace.get(place);
    if (types == null) {
      types = read(description.get());
      byPlace.put(place, types);
    }
    return types;
  }

  private TypeSystemDescription onClassPath() throws IOException {
    if (onClassPath == null) {
      onClassPath = TypeSystems.with(List.of(), false);
    }
    return onClassPath;
  }

  private TypeSystemDescription read(Companion description) throws IOException {
    byte[] content = description.content().get();
    String key = Sha256.hex(content);
    TypeSystemDescription known = byContent.get(key);
    if (known != null) {
      return known;
    }

    Path file = description.file();
    TypeSystemDescription types;
    if (file == null) {
      types = TypeSystems.with(Path.of(description.place()), content);
    } else {
      types = TypeSystems.with(List.of(file), remote);
    }

    // Imports are relative to the folder, so a copy in another folder may have other types.
    boolean hasImports = new String(content, StandardCharsets.UTF_8).contains("import");
    if (!hasImports) {
      byContent.put(key, types);
    }
    return types;
  }
}
