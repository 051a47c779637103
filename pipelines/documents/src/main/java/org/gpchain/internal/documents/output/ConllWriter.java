package org.gpchain.internal.documents.output;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;

/**
 * Writes one token per line and a blank line after each sentence. The columns are separated by
 * tabs: the word, its part of speech if it has one, and for each layer the label and the
 * probability of the segment. Labels are in IOB2, except for parts of speech. The probability of a
 * token outside of segments is {@code _}.
 */
final class ConllWriter {
  /** White space and control characters, which must not occur in a cell. */
  private static final Pattern SEPARATOR = Pattern.compile("[\\s\\p{Z}\\p{Cc}]");

  private static final String NONE = "_";

  private ConllWriter() {}

  /** Writes the sentences of a document. */
  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    for (AnnotatedSentence sentence : document.sentences()) {
      StringBuilder text = new StringBuilder();
      append(sentence, document.layers(), text);
      text.append('\n');
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void append(AnnotatedSentence sentence, List<Layer> layers, StringBuilder out) {
    List<List<String>> cells = new ArrayList<>();
    for (int layer = 0; layer < layers.size(); layer++) {
      boolean isPos = layers.get(layer).type().equals(POS._TypeName);
      TagScheme scheme = isPos ? TagScheme.TOKEN : TagScheme.IOB2;
      cells.add(cells(sentence, layer, SpanCodec.of(scheme)));
    }

    for (int t = 0; t < sentence.tokens().size(); t++) {
      AnnotatedToken token = sentence.tokens().get(t);
      out.append(cell(token.word()));
      if (token.pos() != null) {
        out.append('\t').append(cell(token.pos()));
      }
      for (List<String> layer : cells) {
        out.append('\t').append(layer.get(t));
      }
      out.append('\n');
    }
  }

  /** Returns the columns of a layer for each token: label and probability. */
  private static List<String> cells(AnnotatedSentence sentence, int layer, SpanCodec codec) {
    int length = sentence.tokens().size();
    List<Segment> segments =
        sentence.segments().stream().filter(segment -> segment.layer() == layer).toList();
    List<String> labels = codec.encode(segments.stream().map(Segment::span).toList(), length);
    String[] probabilities = new String[length];
    Arrays.fill(probabilities, NONE);
    for (Segment segment : segments) {
      for (int t = segment.span().start(); t < segment.span().end(); t++) {
        probabilities[t] = String.format(Locale.ROOT, "%.4f", segment.probability());
      }
    }

    List<String> cells = new ArrayList<>();
    for (int t = 0; t < length; t++) {
      cells.add(cell(labels.get(t)) + '\t' + probabilities[t]);
    }
    return cells;
  }

  private static String cell(String value) {
    if (value.isEmpty()) {
      return NONE;
    }
    return SEPARATOR.matcher(value).replaceAll(NONE);
  }
}
