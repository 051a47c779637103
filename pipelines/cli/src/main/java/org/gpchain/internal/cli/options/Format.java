package org.gpchain.internal.cli.options;

import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.gpchain.internal.formats.cas.CasFormat;
import org.gpchain.internal.formats.spans.SpanFormat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Formats of corpora and documents, under their names on the command line. */
public enum Format {
  TEXT,
  CONLL2000,
  CONLL2002,
  CONLL2003,
  CONLLU,
  COLUMN,
  XMI,
  JSONCAS,
  JSONL,
  BRAT,
  WEBANNO;

  /** Formats that are only written, with the advice for users who try to read them. */
  private static final Map<String, String> NOT_READ =
      Map.of(
          "bincas",
          CasFormat.BINARY_CURE,
          "json",
          "use jsoncas for UIMA's JSON CAS, and jsonl for texts with spans",
          "html",
          "it is only an output format");

  /** Returns the format of texts with spans, or null if this is another kind of format. */
  public SpanFormat ofSpans() {
    return switch (this) {
      case JSONL -> SpanFormat.JSONL;
      case BRAT -> SpanFormat.BRAT;
      case WEBANNO -> SpanFormat.WEBANNO;
      default -> null;
    };
  }

  /** Returns the format of UIMA documents, or null if this is another kind of format. */
  public CasFormat ofDocuments() {
    return switch (this) {
      case XMI -> CasFormat.XMI;
      case JSONCAS -> CasFormat.JSONCAS;
      default -> null;
    };
  }

  private static Format named(String name, List<Format> formats) {
    if (NOT_READ.containsKey(name)) {
      throw new TypeConversionException("'" + name + "' cannot be read; " + NOT_READ.get(name));
    }
    return formats.stream()
        .filter(format -> format.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> new TypeConversionException("'" + name + "' is not one of " + formats));
  }

  /** Converts the name of a format of documents to annotate. */
  static final class OfDocuments implements ITypeConverter<Format> {
    @Override
    public Format convert(String name) {
      return named(name, List.of(values()));
    }
  }

  /** Converts and lists the names of corpus formats: all formats except raw text. */
  public static final class OfCorpora implements ITypeConverter<Format>, Iterable<String> {
    private static final List<Format> CORPUS_FORMATS =
        List.copyOf(EnumSet.complementOf(EnumSet.of(TEXT)));

    @Override
    public Format convert(String name) {
      return named(name, CORPUS_FORMATS);
    }

    @Override
    public Iterator<String> iterator() {
      return CORPUS_FORMATS.stream().map(Format::toString).iterator();
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
