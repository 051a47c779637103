package org.gpchain.internal.formats.cas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.uima.jcas.JCas;
import org.apache.uima.jcas.tcas.Annotation;
import org.gpchain.internal.corpora.InputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of documents in folders and archives, which are read with their type systems. */
class FileDocumentsTest {
  @TempDir private Path directory;

  private final Map<String, Integer> remarks = new TreeMap<>();

  /** Reads documents, and returns the type and begin of the first custom annotation of each. */
  private List<String> layers(Path input) throws IOException {
    List<String> layers = new ArrayList<>();
    try (DocumentSource source =
        DocumentSource.ofFiles(CasFormat.XMI, CasReading.DEFAULT).open(input)) {
      while (source.hasNext()) {
        ParsedDocument parsed = source.next();
        parsed.remarks().forEach((remark, count) -> remarks.merge(remark, count, Integer::sum));
        layers.add(layer(parsed.document()));
      }
    }
    return layers;
  }

  private static String layer(JCas document) {
    return document.select(Annotation.class).asList().stream()
        .filter(annotation -> annotation.getType().getName().startsWith("my."))
        .map(annotation -> annotation.getType().getShortName() + " " + annotation.getBegin())
        .findFirst()
        .orElseThrow();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void readsEachFolderWithItsOwnTypes() throws IOException {
    SmallDocument.write(directory.resolve("a/d.xmi"), SmallDocument.withLayer("Thing"));
    SmallDocument.write(directory.resolve("a/TypeSystem.xml"), SmallDocument.types("Thing"));
    SmallDocument.write(directory.resolve("b/d.xmi"), SmallDocument.withLayer("Place"));
    SmallDocument.write(directory.resolve("b/TypeSystem.xml"), SmallDocument.types("Place"));
    assertThat(layers(directory)).containsExactly("Thing 0", "Place 0");
    assertThat(layers(directory.resolve("b/d.xmi"))).containsExactly("Place 0");
    assertThat(layers(directory.resolve("*/*"))).containsExactly("Thing 0", "Place 0");
  }

  @Test
  void looksForTypesInTheFoldersAbove() throws IOException {
    SmallDocument.write(directory.resolve("in/TypeSystem.xml"), SmallDocument.types("Thing"));
    SmallDocument.write(directory.resolve("in/a/b/d.xmi"), SmallDocument.withLayer("Thing"));
    SmallDocument.write(directory.resolve("in/c/TypeSystem.xml"), SmallDocument.types("Place"));
    SmallDocument.write(directory.resolve("in/c/d.xmi"), SmallDocument.withLayer("Place"));
    assertThat(layers(directory.resolve("in"))).containsExactly("Thing 0", "Place 0");
    assertThatThrownBy(() -> layers(directory.resolve("in/a")))
        .as("types above the named folder are ignored")
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no type system declares the type my.Thing (1)");
  }

  @Test
  void readsCompressedFilesWithTheTypesNextToThem() throws IOException {
    SmallDocument.write(directory.resolve("TypeSystem.xml"), SmallDocument.types("Thing"));
    Path file = directory.resolve("d.xmi.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(bytes(SmallDocument.withLayer("Thing")));
    }
    assertThat(layers(file)).containsExactly("Thing 0");
    assertThat(layers(directory)).containsExactly("Thing 0");
  }

  @Test
  void readsArchivesWithTheTypesInThem() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("a/d.xmi", bytes(SmallDocument.withLayer("Thing")));
    entries.put("a/TypeSystem.xml", bytes(SmallDocument.types("Thing")));
    entries.put("b/c/d.xmi", bytes(SmallDocument.withLayer("Place")));
    entries.put("b/TypeSystem.xml", bytes(SmallDocument.types("Place")));
    Path zip = Files.write(directory.resolve("all.zip"), SmallDocument.zip(entries));
    assertThat(layers(zip)).containsExactly("Thing 0", "Place 0");

    Path tar = directory.resolve("all.tgz");
    try (TarArchiveOutputStream out =
        new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(tar)))) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        TarArchiveEntry header = new TarArchiveEntry(entry.getKey());
        header.setSize(entry.getValue().length);
        out.putArchiveEntry(header);
        out.write(entry.getValue());
        out.closeArchiveEntry();
      }
    }
    assertThat(layers(tar)).containsExactly("Thing 0", "Place 0");
  }

  /** INCEpTION exports a project with an archive for each document and user. */
  @Test
  void opensTheArchivesOfAnExportedProject() throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    entries.put("exportedproject.json", bytes("{}"));
    entries.put("source/one.txt", bytes("Ada Lovelace met Charles."));
    entries.put("annotation/one.txt/ada.zip", SmallDocument.export("ada", "Thing"));
    entries.put("annotation/one.txt/INITIAL_CAS.zip", SmallDocument.export("INITIAL_CAS", "Thing"));
    entries.put("annotation/two.txt/ada.zip", SmallDocument.export("ada", "Place"));
    Path project = Files.write(directory.resolve("project.zip"), SmallDocument.zip(entries));
    assertThat(layers(project)).containsExactly("Thing 0", "Place 0");
    assertThat(remarks)
        .containsExactly(Map.entry("skipped, documents before annotation (INITIAL_CAS)", 1));

    Path unpacked = directory.resolve("unpacked");
    for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
      Path file = unpacked.resolve(entry.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, entry.getValue());
    }
    assertThat(layers(unpacked)).containsExactly("Thing 0", "Place 0");
  }

  @Test
  void refusesArchivesThatAreNestedTooDeeply() throws IOException {
    byte[] archive = SmallDocument.export("ada", "Thing");
    for (int depth = 0; depth < 6; depth++) {
      archive = SmallDocument.zip(Map.of("inner.zip", archive));
    }
    Path deep = Files.write(directory.resolve("deep.zip"), archive);
    assertThatThrownBy(() -> layers(deep))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("more than 4 archives are nested (a limit); unpack");
  }

  @Test
  void folderWithoutDocumentsIsReportedWithItsFiles() throws IOException {
    SmallDocument.write(directory.resolve("a.txt"), "Ada");
    assertThatThrownBy(() -> layers(directory))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no document in this input that ends in .xmi (left out: 1 .txt)");
  }
}
