package org.gpchain.annotator;

import org.springframework.util.ClassUtils;

/** Where resources are looked for. */
final class ResourceLoaders {
  private ResourceLoaders() {}

  /**
   * The class loader of the thread, unless it does not know these components: a PEAR has a loader
   * of its own, and the thread that calls it has not.
   */
  static ClassLoader current() {
    ClassLoader own = ResourceLoaders.class.getClassLoader();
    ClassLoader context = ClassUtils.getDefaultClassLoader();
    return isOurs(context) ? context : own;
  }

  private static boolean isOurs(ClassLoader loader) {
    try {
      return loader != null
          && loader.loadClass(ResourceLoaders.class.getName()).equals(ResourceLoaders.class);
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
