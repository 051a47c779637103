package org.gpchain.internal.formats.cas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.corpora.InputFiles;
import org.gpchain.internal.formats.input.DocumentNames;
import org.gpchain.type.ScoredSegment;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The types that documents may have. A file that describes types comes with documents, from
 * strangers: unless the user allows more, it imports by name from the class path, and by location
 * from files in its own folder and below. UIMA's parser refuses a DTD, and with it entities.
 */
public final class TypeSystems {
  /** The name of the file that annotation tools write beside documents. */
  public static final String USUAL_NAME = DocumentNames.TYPE_SYSTEM;

  /** UIMA would take a URL for a name, too. */
  private static final Pattern NAME = Pattern.compile("[\\w$-]++(?:\\.[\\w$-]++)*+");

  /** Without the values of environment variables. */
  private static final ParsingOptions AS_IT_IS = new ParsingOptions(false);

  private final Path folder;
  private final Set<Path> read = new HashSet<>();
  private final List<TypeSystemDescription> descriptions = new ArrayList<>();

  private TypeSystems(Path folder) {
    this.folder = folder;
  }

  /**
   * The types on the class path, those of DKPro among them, and those of files.
   *
   * @param remote whether files may import descriptions from anywhere
   * @throws InputException if a file cannot be read, or contradicts the other types
   */
  public static TypeSystemDescription with(List<Path> files, boolean remote) throws IOException {
    return with(files, remote ? TypeSystems::parse : TypeSystems::withImports);
  }

  /**
   * The types on the class path, and those of a description that is not in a file.
   *
   * @param place of the description in messages
   * @param description XML
   * @throws InputException if it cannot be read, imports anything, or contradicts the other types
   */
  public static TypeSystemDescription with(Path place, byte[] description) throws IOException {
    return with(List.of(place), same -> withoutImports(same, description));
  }

  private interface Reader {
    TypeSystemDescription read(Path file) throws IOException, UIMAException;
  }

  private static TypeSystemDescription with(List<Path> files, Reader reader) throws IOException {
    Path named = Path.of(USUAL_NAME);
    try {
      TypeSystemDescription all = TypeSystemDescriptionFactory.createTypeSystemDescription();
      for (Path file : files) {
        named = file;
        all = CasCreationUtils.mergeTypeSystems(List.of(all, reader.read(file)));
        check(all);
      }
      return all;
    } catch (DamagedDocumentException e) {
      throw noTypeSystem(named, e.line, e.getMessage(), e);
    } catch (InvalidXMLException | RuntimeException e) {
      throw noTypeSystem(named, 0, Causes.damage(e), e);
    } catch (UIMAException e) {
      throw new InputException(
          named,
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
            + "; name the TypeSystem.xml that was exported with the documents",
        cause);
  }

  private static TypeSystemDescription withoutImports(Path place, byte[] content)
      throws IOException, InvalidXMLException {
    TypeSystemDescription types = parse(place, content);
    check(types);
    if (types.getImports().length > 0) {
      throw new InputException(
          place, "it imports other descriptions", "give one that has all types itself");
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
    // UIMA's parser does not limit the nesting, nor does it end well if it is deep.
    new XmlGuard(new DefaultHandler(), null).read(new ByteArrayInputStream(content));
    XMLInputSource source =
        new XMLInputSource(
            new ByteArrayInputStream(content), file.toAbsolutePath().toFile().getParentFile());
    if (UIMAFramework.getXMLParser().parse(source, AS_IT_IS)
        instanceof TypeSystemDescription types) {
      return types;
    }
    throw new InputException(
        file,
        "this describes something else than a type system",
        "name the TypeSystem.xml that was exported with the documents");
  }

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

  private Path located(Path file, String location) throws IOException {
    try {
      URI uri = new URI(location);
      if (uri.getScheme() != null || uri.getAuthority() != null || uri.getPath().startsWith("/")) {
        throw problem(file, location, "which is not a file beside it");
      }
      Path imported = file.resolveSibling(uri.getPath());
      InputFiles.open(imported).close();
      if (!imported.toRealPath().startsWith(folder)) {
        throw problem(file, location, "which is outside of its folder");
      }
      return imported;
    } catch (URISyntaxException | InvalidPathException e) {
      throw new InputException(
          file, "it imports '" + location + "', which is no location; correct it", e);
    }
  }

  private static InputException problem(Path file, String imported, String what) {
    return new InputException(
        file,
        "it imports '" + imported + "', " + what,
        "copy what it imports into that folder; if you trust it, give --allow-remote-types");
  }

  /**
   * Checks that a description keeps to limits: since a type has all features of its super-types, a
   * few thousand in a row would be millions of features.
   *
   * @param types without imports
   * @return the number of features of all types, with theirs
   * @throws DamagedDocumentException if it is beyond a limit
   */
  static long check(TypeSystemDescription types) throws DamagedDocumentException {
    long all = 0;
    Limits.check("types", types.getTypes().length, Limits.TYPES);
    Map<String, TypeDescription> byName = new HashMap<>();
    Arrays.stream(types.getTypes()).forEach(type -> byName.put(type.getName(), type));
    for (TypeDescription type : types.getTypes()) {
      int depth = 0;
      int features = 0;
      for (TypeDescription t = type; t != null; t = byName.get(t.getSupertypeName())) {
        features += t.getFeatures().length;
        Limits.check("super-types of " + type.getName(), depth++, Limits.SUPER_TYPES);
        Limits.check("features in " + type.getName(), features, Limits.FEATURES);
      }
      all += features;
    }
    return all;
  }

  /**
   * Estimates the memory that types and empty documents of them take, in bytes; measured with UIMA
   * 3.6.
   *
   * @param types without imports, within the limits
   */
  public static long bytes(TypeSystemDescription types, int documents) throws IOException {
    long count = types.getTypes().length;
    return 60 * check(types) + 2_000 * count + documents * (400_000 + 1_000 * count);
  }

  /** Returns an empty document that may have these types. */
  public static CAS newCas(TypeSystemDescription types) throws UIMAException {
    return CasCreationUtils.createCas(types, (TypePriorities) null, (FsIndexDescription[]) null);
  }

  /**
   * Returns a document that has the types on the class path, GPChain's among them. A reader of
   * binary CAS brings the type system of the file, to which no type can be added: such a document
   * is copied.
   */
  public static JCas complete(JCas document) throws UIMAException {
    if (document.getTypeSystem().getType(ScoredSegment._TypeName) != null) {
      return document;
    }
    CAS complete =
        newCas(
            CasCreationUtils.mergeTypeSystems(
                List.of(
                    TypeSystemUtil.typeSystem2TypeSystemDescription(document.getTypeSystem()),
                    TypeSystemDescriptionFactory.createTypeSystemDescription())));
    CasCopier.copyCas(document.getCas(), complete, true);
    return complete.getJCas().getView(document.getViewName());
  }
}
