package org.gpchain.internal.documents.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.fit.factory.TypeSystemDescriptionFactory;
import org.gpchain.core.fuzz.Fuzz;
import org.gpchain.internal.documents.DocumentAttack;
import org.gpchain.internal.formats.cas.CasFormat;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that mutated documents are annotated or fail with a one-line message. */
class DocumentFuzzTest {
  private static final List<String> IMPORTS =
      List.of(
          "<imports><import location=\"http://127.0.0.1:9/types.xml\"/></imports>",
          "<imports><import location=\"file:///etc/passwd\"/></imports>",
          "<imports><import location=\"../outside.xml\"/></imports>",
          "<imports><import location=\"TypeSystem.xml\"/></imports>",
          "<imports><import location=\"other.xml\"/></imports>",
          "<imports><import name=\"http://127.0.0.1:9/types\"/></imports>",
          "<imports><import name=\"desc.type.POS\"/></imports>",
          "<typeDescription><name>a.B</name><supertypeName>a.B</supertypeName></typeDescription>",
          "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" href=\"/etc/passwd\""
              + " parse=\"text\"/>",
          "<envVarRef>HOME</envVarRef>");

  private static SoundDocument sound;

  @TempDir private Path directory;

  @BeforeAll
  static void makeDocument() throws Exception {
    sound = new SoundDocument();
  }

  private void attack(CasFormat format, byte[] document, Fuzz.Mutator mutator) throws Exception {
    try (DocumentAttack attack = new DocumentAttack(directory, format)) {
      attack.run(document);
      Fuzz.attack(format.toString(), Fuzz.MUTANTS, mutator, attack);
    }
  }

  @Test
  void annotatesOrRefusesMutatedXmi() throws Exception {
    byte[] document = sound.in(SerialFormat.XMI);
    List<String> elements =
        List.of(
            "<cas:Sofa xmi:id=\"900\" sofaNum=\"2147483647\" sofaID=\"x\" sofaString=\"y\"/>",
            "<cas:View sofa=\"900\" members=\"1 2 3\"/>",
            "<cas:NULL xmi:id=\"0\"/>");
    attack(CasFormat.XMI, document, new XmlMutator(document, elements));
  }

  @Test
  void annotatesOrRefusesMutatedJson() throws Exception {
    byte[] document = sound.json();
    attack(CasFormat.JSONCAS, document, new JsonMutator(document));
  }

  /** The type system is in a file next to the document. */
  @Test
  void annotatesOrRefusesMutatedTypeSystems() throws Exception {
    ByteArrayOutputStream types = new ByteArrayOutputStream();
    TypeSystemDescriptionFactory.createTypeSystemDescription("desc.type.NamedEntity").toXML(types);
    byte[] document = sound.in(SerialFormat.XMI);
    Path file = directory.resolve("TypeSystem.xml");
    Files.write(directory.resolve("other.xml"), types.toByteArray());

    try (DocumentAttack attack = new DocumentAttack(directory, CasFormat.XMI)) {
      Fuzz.attack(
          "types",
          Fuzz.MUTANTS / 2,
          new XmlMutator(types.toByteArray(), IMPORTS),
          mutant -> {
            Files.write(file, mutant);
            attack.run(document);
          });
    }
  }
}
