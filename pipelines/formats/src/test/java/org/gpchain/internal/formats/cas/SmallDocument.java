package org.gpchain.internal.formats.cas;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Small UIMA documents in XMI, descriptions of their types, and archives, all as text. */
final class SmallDocument {
  private SmallDocument() {}

  /**
   * Returns a document in XMI with the text "Ada Lovelace met Charles." in a view.
   *
   * @param more elements besides its sentence and its tokens
   * @param members ids of these elements, each after a space
   */
  static String xmi(String view, String more, String members) {
    return "<xmi:XMI xmlns:xmi=\"http://www.omg.org/XMI\" xmlns:cas=\"http:///uima/cas.ecore\""
        + " xmlns:s=\"http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore\""
        + " xmlns:n=\"http:///de/tudarmstadt/ukp/dkpro/core/api/ner/type.ecore\""
        + " xmlns:my=\"http:///my.ecore\" xmi:version=\"2.0\">"
        + "<cas:NULL xmi:id=\"0\"/>"
        + "<s:Sentence xmi:id=\"11\" sofa=\"1\" begin=\"0\" end=\"25\"/>"
        + "<s:Token xmi:id=\"12\" sofa=\"1\" begin=\"0\" end=\"3\"/>"
        + "<s:Token xmi:id=\"13\" sofa=\"1\" begin=\"4\" end=\"12\"/>"
        + "<s:Token xmi:id=\"14\" sofa=\"1\" begin=\"13\" end=\"16\"/>"
        + "<s:Token xmi:id=\"15\" sofa=\"1\" begin=\"17\" end=\"24\"/>"
        + "<s:Token xmi:id=\"16\" sofa=\"1\" begin=\"24\" end=\"25\"/>"
        + "<cas:Sofa xmi:id=\"1\" sofaNum=\"1\" sofaID=\""
        + view
        + "\" mimeType=\"text\" sofaString=\"Ada Lovelace met Charles.\"/>"
        + more
        + "<cas:View sofa=\"1\" members=\"11 12 13 14 15 16"
        + members
        + "\"/></xmi:XMI>";
  }

  /** Returns a document in XMI with an annotation of the type {@code my.NAME} and its label. */
  static String withLayer(String name) {
    String annotation =
        "<my:" + name + " xmi:id=\"21\" sofa=\"1\" begin=\"0\" end=\"12\" kind=\"HERO\"/>";
    return xmi("_InitialView", annotation, " 21");
  }

  /** Returns a description of the annotation type {@code my.NAME} with the feature {@code kind}. */
  static String types(String name) {
    return "<typeSystemDescription xmlns=\"http://uima.apache.org/resourceSpecifier\"><types>"
        + "<typeDescription><name>my."
        + name
        + "</name><supertypeName>uima.tcas.Annotation</supertypeName><features>"
        + "<featureDescription><name>kind</name><rangeTypeName>uima.cas.String</rangeTypeName>"
        + "</featureDescription></features></typeDescription></types></typeSystemDescription>";
  }

  static void write(Path file, String content) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  /** Returns a zip archive with entries by their paths, in the order of the map. */
  static byte[] zip(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
    }
    return bytes.toByteArray();
  }

  /** Returns an archive of one document and its types, as annotation tools export it. */
  static byte[] export(String user, String layer) throws IOException {
    return zip(
        Map.of(
            user + ".xmi",
            withLayer(layer).getBytes(StandardCharsets.UTF_8),
            "TypeSystem.xml",
            types(layer).getBytes(StandardCharsets.UTF_8)));
  }
}
