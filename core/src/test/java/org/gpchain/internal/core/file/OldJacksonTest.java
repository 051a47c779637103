package org.gpchain.internal.core.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OldJacksonTest {
  /** Loads our classes and Jackson, but without a class that older versions do not have. */
  private static final class LoaderOfOldJackson extends URLClassLoader {
    LoaderOfOldJackson() {
      super(places(), ClassLoader.getPlatformClassLoader());
    }

    private static URL[] places() {
      return Stream.of(ManifestJson.class, JsonFactory.class, JsonUnwrapped.class)
          .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
          .toArray(URL[]::new);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(StreamReadConstraints.class.getName())) {
        throw new ClassNotFoundException(name);
      }
      return super.findClass(name);
    }
  }

  @Test
  void saysWhichVersionIsNeeded() throws Exception {
    byte[] json = "{}".getBytes(StandardCharsets.UTF_8);
    try (LoaderOfOldJackson loader = new LoaderOfOldJackson()) {
      Method tree = loader.loadClass(ManifestJson.class.getName()).getMethod("tree", byte[].class);

      for (int attempt = 0; attempt < 2; attempt++) {
        InvocationTargetException failure =
            assertThrows(InvocationTargetException.class, () -> tree.invoke(null, json));
        assertThat(failure.getCause())
            .isInstanceOf(IllegalStateException.class)
            .hasMessageStartingWith(
                "GPChain needs Jackson 2.18 or newer; the class path has jackson-core 2.");
      }
    }
  }
}
