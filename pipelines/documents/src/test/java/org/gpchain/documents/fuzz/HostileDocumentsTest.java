package org.gpchain.documents.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.jcas.JCas;
import org.apache.uima.util.CasIOUtils;
import org.gpchain.corpora.InputException;
import org.gpchain.corpora.cas.CasFormat;
import org.gpchain.corpora.cas.DocumentSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What was found to harm, and what is known to: each ends in one line that names the file. */
class HostileDocumentsTest {
  private static final String XMI =
      "<xmi:XMI xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:cas=\"http:///uima/cas.ecore\""
          + " xmlns:tcas=\"http:///uima/tcas.ecore\" xmi:version=\"2.0\">\n"
          + "<cas:Sofa xmi:id=\"1\" sofaNum=\"1\" sofaID=\"_InitialView\" mimeType=\"text\""
          + " sofaString=\"Some text\"/>\n%s\n</xmi:XMI>";
  private static final String ANNOTATION =
      "<tcas:Annotation xmi:id=\"2\" sofa=\"1\" begin=\"%d\" end=\"%d\"/>\n"
          + "<cas:View sofa=\"1\" members=\"2\"/>";

  /** Of UIMA's compressed formats: how many there are of everything. */
  private static final int CONTROL_STREAM = 16;

  @TempDir private Path directory;

  private JCas read(CasFormat format, Path file, boolean remote) throws IOException {
    try (DocumentSource source = DocumentSource.ofFiles(format, null, remote).open(file)) {
      return source.next();
    }
  }

  private void assertRefused(CasFormat format, byte[] document, String why) throws IOException {
    Path file = Files.write(directory.resolve("document." + format), document);
    assertThatThrownBy(() -> read(format, file, false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining(why)
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
  }

  private void assertRefused(CasFormat format, String document, String why) throws IOException {
    assertRefused(format, document.getBytes(StandardCharsets.UTF_8), why);
  }

  // Places in the text

  @ParameterizedTest
  @ValueSource(strings = {"0 10", "5 4", "-1 3", "10 10", "2147483647 -2147483648"})
  void annotationsOutsideOfTheText(String offsets) throws IOException {
    String[] parts = offsets.split(" ", -1);
    String annotation =
        ANNOTATION.formatted(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    assertRefused(
        CasFormat.XMI,
        XMI.formatted(annotation),
        "an annotation Annotation is at " + parts[0] + " to " + parts[1]);
    assertRefused(
        CasFormat.JSON,
        json(
            "{\"%ID\": 2, \"%TYPE\": \"uima.tcas.Annotation\", \"@sofa\": 1, \"begin\": "
                + parts[0]
                + ", \"end\": "
                + parts[1]
                + "}",
            "[2]"),
        "is at " + parts[0] + " to " + parts[1]);
  }

  @Test
  void anAnnotationAtTheVeryEndIsSound() throws IOException {
    Path file =
        Files.writeString(directory.resolve("a.xmi"), XMI.formatted(ANNOTATION.formatted(9, 9)));
    assertThat(read(CasFormat.XMI, file, false).getAnnotationIndex().size()).isEqualTo(2);
  }

  // XML

  @Test
  void noDocumentTypesAndEntities() throws IOException {
    for (String type :
        new String[] {
          "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
          "<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/\">",
          "<!DOCTYPE a [<!ENTITY % x SYSTEM \"http://127.0.0.1:9/\"> %x;]>",
          "<!DOCTYPE a [<!ENTITY x \"xxx\"><!ENTITY y \"&x;&x;\">]>"
        }) {
      assertRefused(CasFormat.XMI, type + XMI.formatted("&x;"), "DOCTYPE");
      assertRefused(CasFormat.BINCAS, type + XMI.formatted("&x;"), "does not begin as");
    }
    assertRefused(
        CasFormat.BINCAS,
        "<?xml version=\"1.0\"?>" + XMI.formatted(""),
        "it does not begin as UIMA's binary formats do");
  }

  @Test
  void linesOfErrors() throws IOException {
    assertRefused(CasFormat.XMI, XMI.formatted("\n\n<cas:x"), "document.xmi:");
    assertRefused(
        CasFormat.XMI,
        XMI.formatted("<tcas:Annotation xmi:id=\"2\" sofa=\"1\" begin=\"x\" end=\"2\"/>"),
        "document.xmi:3: ");
  }

  @Test
  void nestingAndViews() throws IOException {
    assertRefused(
        CasFormat.XMI, XMI.formatted("<xmi:a>".repeat(100_000)), "more than 50 levels of elements");
    StringBuilder sofas = new StringBuilder();
    for (int i = 2; i < 1000; i++) {
      sofas.append("<cas:Sofa xmi:id=\"%d\" sofaNum=\"%d\" sofaID=\"v%d\"/>".formatted(i, i, i));
    }
    assertRefused(CasFormat.XMI, XMI.formatted(sofas), "more than 250 views");
    assertRefused(CasFormat.JSON, "[".repeat(100_000), "nesting");
    assertRefused(CasFormat.JSON, "{\"a\":".repeat(100_000), "nesting");
  }

  // JSON

  private static String json(String structures, String members) {
    return "{\"%TYPES\": {}, \"%FEATURE_STRUCTURES\": [{\"%ID\": 1, \"%TYPE\": \"uima.cas.Sofa\","
        + " \"sofaNum\": 1, \"sofaID\": \"_InitialView\", \"sofaString\": \"Some text\"}, "
        + structures
        + "], \"%VIEWS\": {\"_InitialView\": {\"%SOFA\": 1, \"%MEMBERS\": "
        + members
        + "}}}";
  }

  /** These two did not end. */
  @Test
  void fieldsThatNobodyKnows() throws IOException {
    for (String text :
        new String[] {
          "{\"%TYPES\":{},\"%FEATURE_STRUCTURES\":[],\"foo\":{}}",
          "{\"foo\":{},\"%TYPES\":{},\"%FEATURE_STRUCTURES\":[]}"
        }) {
      Path file = Files.writeString(directory.resolve("a.json"), text);
      assertThat(read(CasFormat.JSON, file, false).getDocumentText()).isNull();
    }
  }

  @Test
  void arraysOfANamedType() throws IOException {
    String text =
        json(
                "{\"%ID\": 2, \"%TYPE\": \"my.Pair\", \"@sofa\": 1, \"begin\": 0, \"end\": 4,"
                    + " \"@parts\": 3}, {\"%ID\": 3, \"%TYPE\": \"my.Pair[]\", \"%ELEMENTS\":"
                    + " [2, null]}",
                "[2]")
            .replace(
                "\"%TYPES\": {}",
                "\"%TYPES\": {\"my.Pair\": {\"%NAME\": \"my.Pair\", \"%SUPER_TYPE\":"
                    + " \"uima.tcas.Annotation\", \"parts\": {\"%NAME\": \"parts\", \"%RANGE\":"
                    + " \"my.Pair[]\"}}}");
    JCas document =
        read(CasFormat.JSON, Files.writeString(directory.resolve("a.json"), text), false);
    CAS cas = document.getCas();
    var pair = cas.getAnnotationIndex(cas.getTypeSystem().getType("my.Pair")).iterator().next();
    assertThat(pair.getFeatureValue(pair.getType().getFeatureByBaseName("parts")).getType())
        .isEqualTo(cas.getTypeSystem().getType("my.Pair[]"));
  }

  @Test
  void placesInJson() throws IOException {
    assertRefused(
        CasFormat.JSON,
        json("{\"%ID\": 2, \"%TYPE\": \"uima.tcas.Annotation\", \"x\": 1}", "[]"),
        "the feature structure 2 (Annotation): its type has no feature 'x'");
    assertRefused(
        CasFormat.JSON,
        json("{\"%ID\": 2, \"%TYPE\": \"uima.cas.FSArray\", \"%ELEMENTS\": [7]}", "[]"),
        "the feature structure 2 (FSArray): its %ELEMENTS is 7, which is not there");
    assertRefused(
        CasFormat.JSON,
        json("{\"%ID\": 2, \"%TYPE\": \"uima.cas.IntegerArray\", \"%ELEMENTS\": \"x\"}", "[]"),
        "2 (IntegerArray)");
    assertRefused(
        CasFormat.JSON,
        json("{\"%ID\": 1, \"%TYPE\": \"uima.cas.TOP\"}", "[]"),
        "another one of the same number");
    assertRefused(
        CasFormat.JSON, json("{\"%ID\": 2, \"%TYPE\": \"uima.cas.TOP\"}", "[3]"), "the member 3");
  }

  // Binary

  /**
   * Array lengths, and other numbers for which UIMA would take memory, in 47 bytes and few more.
   */
  @Test
  void declaredSizes() throws IOException {
    for (int stream : new int[] {0, 15, 16}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      DataOutputStream data = new DataOutputStream(out);
      data.writeBytes("UIMA");
      data.writeInt(0x010204);
      data.writeInt(0);
      data.writeInt(1);
      ByteArrayOutputStream deflated = new ByteArrayOutputStream();
      try (DeflaterOutputStream deflater =
          new DeflaterOutputStream(deflated, new Deflater(9, true))) {
        deflater.write(new byte[] {1, (byte) 0xF5, -1, -1, -1, 7, (byte) 0xF5, -1, -1, -1, 7});
      }
      data.writeByte(stream);
      data.writeInt(deflated.size());
      data.writeInt(11);
      data.write(deflated.toByteArray());
      assertRefused(CasFormat.BINCAS, out.toByteArray(), "it");
    }
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(plain);
    data.writeBytes("UIMA");
    data.writeInt(0x010201);
    data.writeInt(0x7FFFFFF5);
    assertRefused(CasFormat.BINCAS, plain.toByteArray(), "an array of 2147483637 elements");
  }

  @Test
  void aSmallFileThatExpands() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(out);
    data.writeBytes("UIMA");
    data.writeInt(0x010204);
    data.writeInt(1);
    data.writeInt(1);
    ByteArrayOutputStream deflated = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater =
        new DeflaterOutputStream(deflated, new Deflater(9, true))) {
      for (int i = 0; i < 80; i++) {
        deflater.write(new byte[1 << 20]);
      }
    }
    data.writeByte(5);
    data.writeInt(deflated.size());
    data.writeInt(1);
    data.write(deflated.toByteArray());
    assertRefused(CasFormat.BINCAS, out.toByteArray(), "bytes when it is expanded (a limit)");
  }

  /** Numbers of views, sofas and indexes: what is read can be written. */
  @ParameterizedTest
  @EnumSource(names = {"COMPRESSED", "COMPRESSED_FILTERED"})
  void viewsThatAreMissing(SerialFormat form) throws Exception {
    byte[] sound = new SoundDocument().in(form);
    int refused = 0;
    for (int place = 0; place < 6; place++) {
      for (int number : new int[] {0, 1, 3, 20, 100}) {
        byte[] mutant = new BinaryMutator(sound).withByte(CONTROL_STREAM, place, number);
        Path file = Files.write(directory.resolve("document.bin"), mutant);
        try {
          JCas document = read(CasFormat.BINCAS, file, false);
          CasIOUtils.save(document.getCas(), new ByteArrayOutputStream(), SerialFormat.XMI);
        } catch (InputException e) {
          refused++;
        }
      }
    }
    assertThat(refused).isPositive();
  }

  /** A few sets in sets, which take for ever to read (J. Bloch), in the place of the types. */
  @ParameterizedTest
  @EnumSource(names = {"BINARY_TSI", "COMPRESSED_FILTERED_TSI"})
  void embeddedJavaObjects(SerialFormat form) throws Exception {
    Set<Object> root = new HashSet<>();
    Set<Object> left = root;
    Set<Object> right = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      Set<Object> a = new HashSet<>(Set.of("x"));
      Set<Object> b = new HashSet<>();
      left.add(a);
      left.add(b);
      right.add(a);
      right.add(b);
      left = a;
      right = b;
    }
    byte[] sound = new SoundDocument().in(form);
    for (Object object : new Object[] {root, new int[0], "x", new URL("http://127.0.0.1:9/")}) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(sound, 0, form == SerialFormat.BINARY_TSI ? 8 : 12);
      ObjectOutputStream objects = new ObjectOutputStream(out);
      objects.writeObject(object);
      objects.flush();
      assertRefused(CasFormat.BINCAS, out.toByteArray(), "Java object");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SERIALIZED", "SERIALIZED_TSI", "XMI", "XCAS"})
  void formatsThatAreNotBinary(SerialFormat form) throws Exception {
    assertRefused(CasFormat.BINCAS, new SoundDocument().in(form), "it ");
  }

  // Types

  private Path withImport(String imported) throws IOException {
    Path inside = Files.createDirectories(directory.resolve("inside"));
    Files.writeString(
        inside.resolve("TypeSystem.xml"),
        "<typeSystemDescription xmlns=\"http://uima.apache.org/resourceSpecifier\"><imports>"
            + imported
            + "</imports></typeSystemDescription>");
    return Files.writeString(inside.resolve("a.xmi"), XMI.formatted(""));
  }

  private static String types(String name) {
    return "<typeSystemDescription xmlns=\"http://uima.apache.org/resourceSpecifier\"><types>"
        + "<typeDescription><name>"
        + name
        + "</name><supertypeName>uima.tcas.Annotation</supertypeName></typeDescription>"
        + "</types></typeSystemDescription>";
  }

  @Test
  void importsOfTypes() throws Exception {
    AtomicInteger requests = new AtomicInteger();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          byte[] body = types("far.Away").getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    String url = "http://localhost:" + server.getAddress().getPort() + "/types";
    Path outside = Files.writeString(directory.resolve("outside.xml"), types("out.Side"));
    try {
      for (String imported :
          new String[] {
            "<import location=\"" + url + ".xml\"/>",
            "<import name=\"" + url + "\"/>",
            "<import location=\"" + outside.toUri() + "\"/>",
            "<import location=\"../outside.xml\"/>",
            "<import location=\"" + outside + "\"/>",
            "<import location=\"//localhost/x.xml\"/>",
          }) {
        Path file = withImport(imported);
        assertThatThrownBy(() -> read(CasFormat.XMI, file, false))
            .isInstanceOf(InputException.class)
            .hasMessageContaining("TypeSystem.xml")
            .hasMessageContaining("--allow-remote-types");
      }
      assertThat(requests).hasValue(0);
      Path file = withImport("<import location=\"" + url + ".xml\"/>");
      assertThat(read(CasFormat.XMI, file, true).getTypeSystem().getType("far.Away")).isNotNull();
      assertThat(requests).hasPositiveValue();
    } finally {
      server.stop(0);
    }
  }

  @Test
  void importsFromTheFolder() throws Exception {
    Path file = withImport("<import location=\"more/other.xml\"/><import name=\"desc.type.POS\"/>");
    Path more = Files.createDirectories(file.resolveSibling("more"));
    Files.writeString(more.resolve("other.xml"), types("my.Type"));
    assertThat(read(CasFormat.XMI, file, false).getTypeSystem().getType("my.Type")).isNotNull();
  }

  @Test
  void typesWithoutEnd() throws Exception {
    StringBuilder types = new StringBuilder();
    for (int i = 1; i < 3000; i++) {
      types.append(
          "<typeDescription><name>t.T%d</name><supertypeName>t.T%d</supertypeName></typeDescription>"
              .formatted(i, i - 1));
    }
    Files.writeString(
        directory.resolve("TypeSystem.xml"), types("t.T0").replace("</types>", types + "</types>"));
    Path file = Files.writeString(directory.resolve("a.xmi"), XMI.formatted(""));
    assertThatThrownBy(() -> read(CasFormat.XMI, file, false))
        .hasMessageContaining("TypeSystem.xml")
        .hasMessageContaining("more than 100 super-types");
  }

  @Test
  void descriptionsOfTypesThatAreTooDeep() throws Exception {
    Files.writeString(
        directory.resolve("TypeSystem.xml"),
        types("<a>".repeat(20_000) + "a.B" + "</a>".repeat(20_000)));
    Path file = Files.writeString(directory.resolve("a.xmi"), XMI.formatted(""));
    assertThatThrownBy(() -> read(CasFormat.XMI, file, false))
        .hasMessageContaining("TypeSystem.xml:1: ")
        .hasMessageContaining("more than 50 levels of elements");
  }

  /** What is in a file, or in the environment, does not become a part of a type. */
  @Test
  void nothingIsIncluded() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret.txt"), "secret.Name");
    Files.writeString(
        directory.resolve("TypeSystem.xml"),
        types(
            "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" parse=\"text\" href=\""
                + secret.toUri()
                + "\"/>"));
    Path file = Files.writeString(directory.resolve("a.xmi"), XMI.formatted(""));
    assertThatThrownBy(
            () ->
                assertThat(read(CasFormat.XMI, file, false).getTypeSystem().getType("secret.Name"))
                    .isNull())
        .isInstanceOf(InputException.class)
        .hasMessageNotContaining("secret.Name");
  }
}
