package org.gpchain.internal.documents.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.uima.cas.CAS;
import org.apache.uima.cas.SerialFormat;
import org.apache.uima.jcas.JCas;
import org.gpchain.internal.corpora.InputException;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.cas.CasReading;
import org.gpchain.internal.formats.cas.DocumentSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Regression tests for malformed documents: each fails with a one-line message that names the file.
 */
class HostileDocumentsTest {
  private static final String XMI =
      "<xmi:XMI xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:cas=\"http:///uima/cas.ecore\""
          + " xmlns:tcas=\"http:///uima/tcas.ecore\" xmi:version=\"2.0\">\n"
          + "<cas:Sofa xmi:id=\"1\" sofaNum=\"1\" sofaID=\"_InitialView\" mimeType=\"text\""
          + " sofaString=\"Some text\"/>\n%s\n</xmi:XMI>";
  private static final String ANNOTATION =
      "<tcas:Annotation xmi:id=\"2\" sofa=\"1\" begin=\"%d\" end=\"%d\"/>\n"
          + "<cas:View sofa=\"1\" members=\"2\"/>";

  @TempDir private Path directory;

  private JCas read(CasFormat format, Path file, boolean remote) throws IOException {
    try (DocumentSource source =
        DocumentSource.ofFiles(format, new CasReading(null, remote, null, false)).open(file)) {
      return source.next().document();
    }
  }

  private JCas read(CasFormat format, String document) throws IOException {
    return read(format, Files.writeString(directory.resolve("a." + format), document), false);
  }

  private void assertRefused(CasFormat format, byte[] document, String... why) throws IOException {
    Path file = Files.write(directory.resolve("document." + format), document);
    assertThatThrownBy(() -> read(format, file, false))
        .isInstanceOf(InputException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContainingAll(why)
        .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
  }

  private void assertRefused(CasFormat format, String document, String why) throws IOException {
    assertRefused(format, document.getBytes(StandardCharsets.UTF_8), why);
  }

  // Offsets in the text

  @ParameterizedTest
  @ValueSource(strings = {"0 10", "5 4", "-1 3", "10 10", "2147483647 -2147483648"})
  void refusesAnnotationsOutsideOfTheText(String offsets) throws IOException {
    String[] parts = offsets.split(" ", -1);
    String annotation =
        ANNOTATION.formatted(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    assertRefused(
        CasFormat.XMI,
        XMI.formatted(annotation),
        "an annotation Annotation is at " + parts[0] + " to " + parts[1]);
    String structure =
        "{\"%%ID\": 2, \"%%TYPE\": \"uima.tcas.Annotation\", \"@sofa\": 1, \"begin\": %s, \"end\":"
            + " %s}";
    assertRefused(
        CasFormat.JSONCAS,
        json(structure.formatted((Object[]) parts), "[2]"),
        "is at " + parts[0] + " to " + parts[1]);
  }

  @Test
  void acceptsAnAnnotationAtTheEndOfTheText() throws IOException {
    JCas document = read(CasFormat.XMI, XMI.formatted(ANNOTATION.formatted(9, 9)));
    assertThat(document.getAnnotationIndex().size()).isEqualTo(2);
  }

  // XML

  @Test
  void refusesDocumentTypesAndEntities() throws IOException {
    for (String type :
        new String[] {
          "<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>",
          "<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/\">",
          "<!DOCTYPE a [<!ENTITY % x SYSTEM \"http://127.0.0.1:9/\"> %x;]>",
          "<!DOCTYPE a [<!ENTITY x \"xxx\"><!ENTITY y \"&x;&x;\">]>"
        }) {
      assertRefused(CasFormat.XMI, type + XMI.formatted("&x;"), "DOCTYPE");
    }
  }

  @Test
  void reportsLinesOfErrors() throws IOException {
    assertRefused(CasFormat.XMI, XMI.formatted("\n\n<cas:x"), "document.xmi:");
    assertRefused(
        CasFormat.XMI,
        XMI.formatted("<tcas:Annotation xmi:id=\"2\" sofa=\"1\" begin=\"x\" end=\"2\"/>"),
        "document.xmi:3: ");
  }

  @Test
  void refusesDeepNestingAndManyViews() throws IOException {
    assertRefused(
        CasFormat.XMI, XMI.formatted("<xmi:a>".repeat(100_000)), "more than 50 levels of elements");
    StringBuilder sofas = new StringBuilder();
    for (int i = 2; i < 1000; i++) {
      sofas.append("<cas:Sofa xmi:id=\"%d\" sofaNum=\"%d\" sofaID=\"v%d\"/>".formatted(i, i, i));
    }
    assertRefused(CasFormat.XMI, XMI.formatted(sofas), "more than 250 views");
    assertRefused(CasFormat.JSONCAS, "[".repeat(100_000), "nesting");
    assertRefused(CasFormat.JSONCAS, "{\"a\":".repeat(100_000), "nesting");
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

  /** Regression test: reading these documents did not end. */
  @Test
  void ignoresUnknownFields() throws IOException {
    for (String text :
        new String[] {
          "{\"%TYPES\":{},\"%FEATURE_STRUCTURES\":[],\"foo\":{}}",
          "{\"foo\":{},\"%TYPES\":{},\"%FEATURE_STRUCTURES\":[]}"
        }) {
      assertThat(read(CasFormat.JSONCAS, text).getDocumentText()).isNull();
    }
  }

  @Test
  void readsArraysOfANamedType() throws IOException {
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
    CAS cas = read(CasFormat.JSONCAS, text).getCas();
    var pair = cas.getAnnotationIndex(cas.getTypeSystem().getType("my.Pair")).iterator().next();

    assertThat(pair.getFeatureValue(pair.getType().getFeatureByBaseName("parts")).getType())
        .isEqualTo(cas.getTypeSystem().getType("my.Pair[]"));
  }

  @ParameterizedTest
  @CsvSource({
    "2, 'uima.tcas.Annotation\", \"x\": 1', [],"
        + " no type system declares the feature uima.tcas.Annotation:x (1)",
    "2, 'uima.cas.FSArray\", \"%ELEMENTS\": [7]', [],"
        + " 'the feature structure 2 (FSArray): its %ELEMENTS is 7, which is not there'",
    "2, 'uima.cas.IntegerArray\", \"%ELEMENTS\": \"x\"', [], 2 (IntegerArray)",
    "1, 'uima.cas.TOP\"', [], another one with the same number",
    "2, 'uima.cas.TOP\"', [3], the member 3"
  })
  void reportsLocationsInJson(int id, String typeAndMore, String members, String why)
      throws IOException {
    String structure = "{\"%ID\": " + id + ", \"%TYPE\": \"" + typeAndMore + "}";
    assertRefused(CasFormat.JSONCAS, json(structure, members), why);
  }

  // Binary

  @Test
  void namesTheReaderOfBinaryFormats() throws Exception {
    for (SerialFormat form : List.of(SerialFormat.BINARY, SerialFormat.COMPRESSED_FILTERED_TSI)) {
      for (CasFormat format : CasFormat.values()) {
        String cure = "reader org.dkpro.core.io.bincas.BinaryCasReader";
        assertRefused(format, new SoundDocument().in(form), "this is a binary CAS", cure);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SERIALIZED", "SERIALIZED_TSI"})
  void refusesSerializedJavaObjects(SerialFormat form) throws Exception {
    for (CasFormat format : CasFormat.values()) {
      assertRefused(format, new SoundDocument().in(form), "cannot read this as " + format);
    }
  }

  // Types

  private Path withImport(String imported) throws IOException {
    Path inside = Files.createDirectories(directory.resolve("inside"));
    Files.writeString(
        inside.resolve("TypeSystem.xml"), typeSystem("<imports>" + imported + "</imports>"));
    return Files.writeString(inside.resolve("a.xmi"), XMI.formatted(""));
  }

  private void assertTypesRefused(String types, String... why) throws IOException {
    Files.writeString(directory.resolve("TypeSystem.xml"), types);
    assertThatThrownBy(() -> read(CasFormat.XMI, XMI.formatted("")))
        .hasMessageContaining("TypeSystem.xml")
        .hasMessageContainingAll(why);
  }

  private static String types(String name) {
    return typeSystem(
        "<types><typeDescription><name>"
            + name
            + "</name><supertypeName>uima.tcas.Annotation</supertypeName></typeDescription></types>");
  }

  private static String typeSystem(String content) {
    return "<typeSystemDescription xmlns=\"http://uima.apache.org/resourceSpecifier\">"
        + content
        + "</typeSystemDescription>";
  }

  @Test
  void refusesImportsOfTypes() throws Exception {
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
            .hasMessageContainingAll("TypeSystem.xml", "--allow-remote-types");
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
  void readsImportsFromTheFolder() throws Exception {
    Path file = withImport("<import location=\"more/other.xml\"/><import name=\"desc.type.POS\"/>");
    Path more = Files.createDirectories(file.resolveSibling("more"));
    Files.writeString(more.resolve("other.xml"), types("my.Type"));
    assertThat(read(CasFormat.XMI, file, false).getTypeSystem().getType("my.Type")).isNotNull();
  }

  @Test
  void refusesTooManyTypes() throws Exception {
    StringBuilder types = new StringBuilder();
    for (int i = 1; i < 3000; i++) {
      types.append(
          "<typeDescription><name>t.T%d</name><supertypeName>t.T%d</supertypeName></typeDescription>"
              .formatted(i, i - 1));
    }
    assertTypesRefused(
        types("t.T0").replace("</types>", types + "</types>"), "more than 100 super-types");
    String deep = types("<a>".repeat(20_000) + "a.B" + "</a>".repeat(20_000));
    assertTypesRefused(deep, "TypeSystem.xml:1: ", "more than 50 levels of elements");
  }

  /** Variables in a type system are not replaced by files or the environment. */
  @Test
  void doesNotExpandVariablesInTypes() throws Exception {
    Path secret = Files.writeString(directory.resolve("secret.txt"), "secret.Name");
    String include =
        "<xi:include xmlns:xi=\"http://www.w3.org/2001/XInclude\" parse=\"text\" href=\"%s\"/>";
    Files.writeString(
        directory.resolve("TypeSystem.xml"), types(include.formatted(secret.toUri())));
    assertThatThrownBy(() -> read(CasFormat.XMI, XMI.formatted("")))
        .isInstanceOf(InputException.class)
        .hasMessageNotContaining("secret.Name");
  }
}
