package org.gpchain.corpora.cas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.UIMAException;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.InvalidXMLException;
import org.gpchain.corpora.InputException;

/** The types that documents may have. */
final class TypeSystems {
  /** What annotation tools call the file that they write beside their documents. */
  private static final String USUAL_NAME = "TypeSystem.xml";

  private TypeSystems() {}

  /**
   * The types on the class path, those of DKPro among them, and those of files.
   *
   * @param files descriptions of type systems
   * @param remote whether they may import descriptions from anywhere
   * @throws InputException if a file cannot be read, or contradicts the other types
   */
  static TypeSystemDescription with(List<Path> files, boolean remote) throws IOException {
    return with(files, file -> TypeSystemFile.read(file, remote));
  }

  /**
   * The types on the class path, and those of a description that is not in a file.
   *
   * @param description XML
   * @throws InputException if it cannot be read, imports anything, or contradicts the other types
   */
  static TypeSystemDescription with(byte[] description) throws IOException {
    return with(List.of(Path.of(USUAL_NAME)), place -> TypeSystemFile.read(place, description));
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
        TypeLimits.check(all);
      }
      return all;
    } catch (DamagedDocumentException e) {
      throw noTypeSystem(named, e.line(), e.getMessage(), e);
    } catch (InvalidXMLException | RuntimeException e) {
      throw noTypeSystem(named, 0, Causes.damage(e), e);
    } catch (UIMAException e) {
      throw new InputException(
          named,
          0,
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

  /** The file that describes the types of the documents of a directory; null if there is none. */
  static Path in(Path directory) {
    Path file = directory.resolve(USUAL_NAME);
    return Files.isRegularFile(file) ? file : null;
  }
}
