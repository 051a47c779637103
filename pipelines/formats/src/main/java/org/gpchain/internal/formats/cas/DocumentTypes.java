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
 * The types of documents: those on the class path, and those in the description that the user has
 * named or, if there is none, in the {@code TypeSystem.xml} that is nearest to each document. For
 * any number of threads.
 */
public final class DocumentTypes {
  /** Maximum number of descriptions that are kept. */
  private static final int KEPT = 64;

  /** The types of all documents; null if each has its own. */
  private final TypeSystemDescription given;

  private final boolean remote;

  private final Map<String, TypeSystemDescription> byPlace = new Recent();

  /** Exported documents often have copies of one description. */
  private final Map<String, TypeSystemDescription> byContent = new Recent();

  private TypeSystemDescription onClassPath;

  private DocumentTypes(TypeSystemDescription given, boolean remote) {
    this.given = given;
    this.remote = remote;
  }

  /** The descriptions that were used last. */
  private static final class Recent extends LinkedHashMap<String, TypeSystemDescription> {
    private static final long serialVersionUID = 1L;

    Recent() {
      super(KEPT, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, TypeSystemDescription> eldest) {
      return size() > KEPT;
    }
  }

  /** Types that all documents have. */
  public static DocumentTypes of(TypeSystemDescription types) {
    return new DocumentTypes(types, false);
  }

  /**
   * Types that are found as the user wants it.
   *
   * @throws InputException if the user has named a description that cannot be used
   */
  public static DocumentTypes of(CasReading how) throws IOException {
    TypeSystemDescription given =
        how.typeSystem() == null ? null : TypeSystems.with(List.of(how.typeSystem()), how.remote());
    return new DocumentTypes(given, how.remote());
  }

  /**
   * Returns the types of a document; the same object for documents with the same description.
   *
   * @throws InputException if its description cannot be used
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
    TypeSystemDescription types =
        file == null
            ? TypeSystems.with(Path.of(description.place()), content)
            : TypeSystems.with(List.of(file), remote);
    // Imports are resolved relative to the folder.
    boolean imports = new String(content, StandardCharsets.UTF_8).contains("import");
    if (!imports) {
      byContent.put(key, types);
    }
    return types;
  }
}
