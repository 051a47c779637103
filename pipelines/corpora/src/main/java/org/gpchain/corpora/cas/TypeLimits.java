package org.gpchain.corpora.cas;

import java.util.HashMap;
import java.util.Map;
import org.apache.uima.resource.metadata.TypeDescription;
import org.apache.uima.resource.metadata.TypeSystemDescription;

/**
 * Checks that a description of types keeps to limits: since a type has all features of its
 * super-types, a few thousand in a row would be millions of features.
 */
final class TypeLimits {
  private TypeLimits() {}

  /**
   * Checks a description.
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
}
