package org.gpchain.corpora.cas;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.uima.UIMAException;
import org.apache.uima.UIMAFramework;
import org.apache.uima.resource.metadata.Import;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.InvalidXMLException;
import org.apache.uima.util.XMLInputSource;
import org.apache.uima.util.XMLParser.ParsingOptions;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.InputFiles;
import org.xml.sax.helpers.DefaultHandler;

/**
 * A file that describes types, and those that it imports. It comes with documents, from strangers:
 * unless the user allows more, it imports by name from the class path, and by location from files
 * in its own folder and below. UIMA's parser refuses a DTD, and with it entities.
 */
final class TypeSystemFile {
  /** UIMA would take a URL for a name, too. */
  private static final Pattern NAME = Pattern.compile("[\\w$-]+(\\.[\\w$-]+)*");

  /** Without the values of environment variables. */
  private static final ParsingOptions AS_IT_IS = new ParsingOptions(false);

  private static final String ALLOW = "; if you trust it, give --allow-remote-types";

  private final Path folder;
  private final Set<Path> read = new HashSet<>();
  private final List<TypeSystemDescription> descriptions = new ArrayList<>();

  private TypeSystemFile(Path folder) {
    this.folder = folder;
  }

  /**
   * Reads a file and what it imports.
   *
   * @param remote whether it may import from anywhere
   * @throws InputException if it may not, or if a file is not there
   */
  static TypeSystemDescription read(Path file, boolean remote) throws IOException, UIMAException {
    if (remote) {
      return parse(file);
    }
    TypeSystemFile types = new TypeSystemFile(folderOf(file));
    types.add(file);
    return CasCreationUtils.mergeTypeSystems(types.descriptions);
  }

  private static Path folderOf(Path file) throws IOException {
    InputFiles.open(file).close();
    return file.toRealPath().getParent();
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

  /**
   * Reads a description that is not in a file.
   *
   * @param place what messages name
   * @throws InputException if it imports anything
   */
  static TypeSystemDescription read(Path place, byte[] content)
      throws IOException, InvalidXMLException {
    TypeSystemDescription types = parse(place, content);
    TypeSystems.check(types);
    if (types.getImports().length > 0) {
      throw new InputException(
          place, "it imports other descriptions", "give one that has all types itself");
    }
    return types;
  }

  private void add(Path file) throws IOException, InvalidXMLException {
    if (!read.add(file.toRealPath())) {
      return;
    }
    Limits.check("imports", read.size() - 1, Limits.IMPORTS);
    TypeSystemDescription description = parse(file);
    TypeSystems.check(description);
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
        "copy what it imports into that folder" + ALLOW);
  }
}
