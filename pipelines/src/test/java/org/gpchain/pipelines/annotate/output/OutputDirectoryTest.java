package org.gpchain.pipelines.annotate.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.apache.uima.fit.factory.JCasFactory;
import org.apache.uima.jcas.JCas;
import org.gpchain.pipelines.corpus.InputException;
import org.gpchain.pipelines.corpus.NamedFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents are named by strangers, and are written below the directory all the same. */
class OutputDirectoryTest {
  private static final Path SOURCE = Path.of("document");

  @TempDir private Path directory;

  private OutputDirectory output() {
    return new OutputDirectory(directory.resolve("out"), EnumSet.of(OutputFormat.CONLL), false);
  }

  private static AnnotatedDocument named(String name) {
    return new AnnotatedDocument(name, "en", "", List.of(), List.of());
  }

  @Test
  void namesThatLeadOut() throws Exception {
    JCas document = JCasFactory.createJCas();
    for (String name :
        List.of(
            "../x",
            "a/../../x",
            directory.resolve("x").toString(),
            "/x",
            "../out-of/x",
            "../\0x")) {
      assertThatThrownBy(() -> output().write(SOURCE, document, named(name)))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("document: the document's name");
      assertThatThrownBy(() -> output().check(List.of(new NamedFile(SOURCE, name))))
          .isInstanceOf(InputException.class);
    }
    try (var files = Files.walk(directory)) {
      assertThat(files.filter(Files::isRegularFile)).isEmpty();
    }
  }

  @Test
  void namesThatStayInside() throws Exception {
    JCas document = JCasFactory.createJCas();
    for (String name : List.of("a", "a/b", "..a", "a/../c", "<script>", "a b", "a\0b")) {
      OutputDirectory output = output();
      output.write(SOURCE, document, named(name));
      assertThat(output.files().get(0)).exists();
    }
  }
}
