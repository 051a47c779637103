package org.gpchain.internal.formats.cas;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.uima.UIMAException;
import org.apache.uima.UIMAFramework;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.FsIndexDescription;
import org.apache.uima.resource.metadata.Import;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypePriorities;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCopier;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.InvalidXMLException;
import org.apache.uima.util.TypeSystemUtil;
import org.apache.uima.util.XMLInputSource;
import org.apache.uima.util.XMLParser.ParsingOptions;
import org.apache.uima.util.XMLizable;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.type.ScoredSegment;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A reader of type systems. Their files may come from untrusted sources, as documents do: unless
 * the user allows more, they may import by name from the class path, and by location from files in
 * their folder and below. UIMA's parser refuses a DTD, and with it entities.
 */
public final class TypeSystems {
  /** Name of the file that annotation tools write next to documents. */
  public static final String USUAL_NAME = DocumentNames.TYPE_SYSTEM;

  /** Valid names in imports by name, since UIMA would also accept a URL. */
  private static final Pattern NAME = Pattern.compile("[\\w$-]++(?:\\.[\\w$-]++)*+");

  /** Options that keep references to environment variables. */
  private static final ParsingOptions KEEP_VARIABLES = new ParsingOptions(false);

  /** Folder in which imported files must be. */
  private final Path folder;

  /** Files that have been read. */
  private final Set<Path> read = new HashSet<>();

  private final List<TypeSystemDescription> descriptions = new ArrayList<>();

  private TypeSystems(Path folder) {
    this.folder = folder;
  }

  /**
   * Returns the types on the class path, such as DKPro's types, and the types in files.
   *
   * @param remote whether files may import type systems from anywhere
   * @throws InputException if a file cannot be read, or contradicts the other types
   */
  public static TypeSystemDescription with(List<Path> files, boolean remote) throws IOException {
    return with(files, remote ? TypeSystems::parse : TypeSystems::withImports);
  }

  /**
   * Returns the types on the class path and the types of a type system in memory.
   *
   * @param place path of the type system for messages
   * @param description XML of the type system
   * @throws InputException if the type system cannot be read, imports another one, or contradicts
   *     the other types
   */
  public static TypeSystemDescription with(Path place, byte[] description) throws IOException {
    return with(List.of(place), file -> withoutImports(file, description));
  }

  /** A function that reads the type system in a file. */
  private interface FileReader {
    TypeSystemDescription read(Path file) throws IOException, UIMAException;
  }

  private static TypeSystemDescription with(List<Path> files, FileReader reader)
      throws IOException {
    Path current = Path.of(USUAL_NAME);
    try {
      TypeSystemDescription merged = TypeSystemDescriptionFactory.createTypeSystemDescription();
      for (Path file : files) {
        current = file;
        merged = CasCreationUtils.mergeTypeSystems(List.of(merged, reader.read(file)));
        check(merged);
      }
      return merged;
    } catch (DamagedDocumentException e) {
      throw noTypeSystem(current, e.line, e.getMessage(), e);
    } catch (InvalidXMLException | RuntimeException e) {
      throw noTypeSystem(current, 0, Causes.damage(e), e);
    } catch (UIMAException e) {
      throw new InputException(
          current,
          "its types contradict those of DKPro on the class path: "
              + Causes.message(e)
              + "; export the corpus with types of DKPro 2",
          e);
    }
  }

  private static InputException noTypeSystem(Path file, int line, String problem, Exception cause) {
    return new InputException(
        file,
        line,
        "this is not a description of a type system: "
            + problem
            + "; specify the TypeSystem.xml that was exported with the documents",
        cause);
  }

  private static TypeSystemDescription withoutImports(Path place, byte[] content)
      throws IOException, InvalidXMLException {
    TypeSystemDescription types = parse(place, content);
    check(types);
    if (types.getImports().length > 0) {
      throw new InputException(
          place, "it imports other descriptions", "use one that contains all types");
    }
    return types;
  }

  private static TypeSystemDescription withImports(Path file) throws IOException, UIMAException {
    InputFiles.open(file).close();
    TypeSystems types = new TypeSystems(file.toRealPath().getParent());
    types.add(file);
    return CasCreationUtils.mergeTypeSystems(types.descriptions);
  }

  private static TypeSystemDescription parse(Path file) throws IOException, InvalidXMLException {
    try (InputStream in = Limits.limited(InputFiles.open(file))) {
      return parse(file, in.readAllBytes());
    }
  }

  private static TypeSystemDescription parse(Path file, byte[] content)
      throws IOException, InvalidXMLException {
    // UIMA's parser does not limit the depth of elements, and fails if it is large.
    new XmlGuard(new DefaultHandler(), null).read(new ByteArrayInputStream(content));

    File parent = file.toAbsolutePath().toFile().getParentFile();
    XMLInputSource source = new XMLInputSource(new ByteArrayInputStream(content), parent);
    XMLizable parsed = UIMAFramework.getXMLParser().parse(source, KEEP_VARIABLES);
    if (parsed instanceof TypeSystemDescription types) {
      return types;
    }
    throw new InputException(
        file,
        "this is not a type system description",
        "specify the TypeSystem.xml that was exported with the documents");
  }

  /** Adds the type system in a file and the type systems that it imports by location. */
  private void add(Path file) throws IOException, InvalidXMLException {
    if (!read.add(file.toRealPath())) {
      return;
    }
    Limits.check("imports", read.size() - 1, Limits.IMPORTS);

    TypeSystemDescription description = parse(file);
    check(description);

    List<Import> byName = new ArrayList<>();
    for (Import imported : description.getImports()) {
      if (imported.getLocation() != null) {
        add(located(file, imported.getLocation()));
      } else if (NAME.matcher(imported.getName()).matches()) {
        byName.add(imported);
      } else {
        throw problem(file, imported.getName(), "which is not a name");
      }
    }

    description.setImports(byName.toArray(Import[]::new));
    descriptions.add(description);
  }

  /** Returns the imported file at a location, which is relative to the importing file. */
  private Path located(Path file, String location) throws IOException {
    try {
      URI uri = new URI(location);
      if (uri.getScheme() != null || uri.getAuthority() != null || uri.getPath().startsWith("/")) {
        throw problem(file, location, "which is not a file next to it");
      }

      Path imported = file.resolveSibling(uri.getPath());
      InputFiles.open(imported).close();
      if (!imported.toRealPath().startsWith(folder)) {
        throw problem(file, location, "which is outside of its folder");
      }
      return imported;
    } catch (URISyntaxException | InvalidPathException e) {
      throw new InputException(
          file, "it imports '" + location + "', which is not a valid location; correct it", e);
    }
  }

  private static InputException problem(Path file, String imported, String reason) {
    return new InputException(
        file,
        "it imports '" + imported + "', " + reason,
        "copy the imported descriptions into that folder; if you trust it, use"
            + " --allow-remote-types");
  }

  /**
   * Checks that a type system is within the limits. Since a type has all features of its
   * super-types, a chain of a few thousand types could have millions of features.
   *
   * @param types type system without imports
   * @return number of features of all types together, with inherited features counted for each type
   * @throws DamagedDocumentException if a limit is exceeded
   */
  static long check(TypeSystemDescription types) throws DamagedDocumentException {
    Limits.check("types", types.getTypes().length, Limits.TYPES);
    Map<String, TypeDescription> byName = new HashMap<>();
    for (TypeDescription type : types.getTypes()) {
      byName.put(type.getName(), type);
    }

    long sum = 0;
    for (TypeDescription type : types.getTypes()) {
      int superTypes = 0;
      int features = type.getFeatures().length;
      Limits.check("features in " + type.getName(), features, Limits.FEATURES);
      TypeDescription superType = byName.get(type.getSupertypeName());
      while (superType != null) {
        superTypes++;
        features += superType.getFeatures().length;
        Limits.check("super-types of " + type.getName(), superTypes, Limits.SUPER_TYPES);
        Limits.check("features in " + type.getName(), features, Limits.FEATURES);
        superType = byName.get(superType.getSupertypeName());
      }
      sum += features;
    }
    return sum;
  }

  /**
   * Estimates the memory for types and for empty documents with them (bytes). The constants were
   * measured with UIMA 3.6.
   *
   * @param types type system without imports, within the limits
   * @param documents number of documents
   */
  public static long bytes(TypeSystemDescription types, int documents) throws IOException {
    long count = types.getTypes().length;
    return 60 * check(types) + 2_000 * count + documents * (400_000 + 1_000 * count);
  }

  /** Returns an empty document with these types. */
  public static CAS newCas(TypeSystemDescription types) throws UIMAException {
    return CasCreationUtils.createCas(types, (TypePriorities) null, (FsIndexDescription[]) null);
  }

  /**
   * Returns a document with all types on the class path, including GPChain's. If the document lacks
   * them, it is copied, since no types can be added to the type system of a binary CAS.
   */
  public static JCas complete(JCas document) throws UIMAException {
    if (document.getTypeSystem().getType(ScoredSegment._TypeName) != null) {
      return document;
    }

    TypeSystemDescription ofDocument =
        TypeSystemUtil.typeSystem2TypeSystemDescription(document.getTypeSystem());
    TypeSystemDescription onClassPath = TypeSystemDescriptionFactory.createTypeSystemDescription();
    CAS complete = newCas(CasCreationUtils.mergeTypeSystems(List.of(ofDocument, onClassPath)));
    CasCopier.copyCas(document.getCas(), complete, true);
    return complete.getJCas().getView(document.getViewName());
  }
}
