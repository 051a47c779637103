package org.gpchain.corpora.cas;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.uima.UIMAException;
import org.apache.uima.cas.CAS;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.apache.uima.jcas.JCas;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;
import org.apache.uima.util.CasCopier;
import org.apache.uima.util.CasCreationUtils;
import org.apache.uima.util.InvalidXMLException;
import org.apache.uima.util.TypeSystemUtil;
import org.gpchain.corpora.InputException;
import org.gpchain.type.ScoredSegment;

/** The types that documents may have. */
public final class TypeSystems {
  /** The name of the file that annotation tools write beside documents. */
  private static final String USUAL_NAME = "TypeSystem.xml";

  private TypeSystems() {}

  /**
   * The types on the class path, those of DKPro among them, and those of files.
   *
   * @param files descriptions of type systems
   * @param remote whether they may import descriptions from anywhere
   * @throws InputException if a file cannot be read, or contradicts the other types
   */
  public static TypeSystemDescription with(List<Path> files, boolean remote) throws IOException {
    return with(files, file -> TypeSystemFile.read(file, remote));
  }

  /**
   * The types on the class path, and those of a description that is not in a file.
   *
   * @param description XML
   * @throws InputException if it cannot be read, imports anything, or contradicts the other types
   */
  public static TypeSystemDescription with(byte[] description) throws IOException {
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
        check(all);
      }
      return all;
    } catch (DamagedDocumentException e) {
      throw noTypeSystem(named, e.line(), e.getMessage(), e);
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

  /** Returns the descriptions of types beside documents, where there are such. */
  public static List<Path> beside(List<Path> directories) {
    return directories.stream()
        .map(directory -> directory.resolve(USUAL_NAME))
        .filter(Files::isRegularFile)
        .distinct()
        .toList();
  }

  /**
   * Checks that a description keeps to limits: since a type has all features of its super-types, a
   * few thousand in a row would be millions of features.
   *
   * @param types without imports
   * @throws DamagedDocumentException if it is beyond a limit
   */
  static void check(TypeSystemDescription types) throws DamagedDocumentException {
    Limits.check("types", types.getTypes().length, Limits.TYPES);
    Map<String, TypeDescription> byName = new HashMap<>();
    for (TypeDescription type : types.getTypes()) {
      byName.put(type.getName(), type);
    }
    for (TypeDescription type : types.getTypes()) {
      int depth = 0;
      int features = 0;
      for (TypeDescription t = type; t != null; t = byName.get(t.getSupertypeName())) {
        features += t.getFeatures().length;
        Limits.check("super-types of " + type.getName(), depth++, Limits.SUPER_TYPES);
        Limits.check("features in " + type.getName(), features, Limits.FEATURES);
      }
    }
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
        CasFormat.newCas(
            CasCreationUtils.mergeTypeSystems(
                List.of(
                    TypeSystemUtil.typeSystem2TypeSystemDescription(document.getTypeSystem()),
                    TypeSystemDescriptionFactory.createTypeSystemDescription())));
    CasCopier.copyCas(document.getCas(), complete, true);
    return complete.getJCas();
  }
}
