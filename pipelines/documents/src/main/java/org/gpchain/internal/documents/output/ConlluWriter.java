package org.gpchain.internal.documents.output;

import de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS;
import de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.gpchain.core.text.Span;
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.ConlluLines;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;

/**
 * Writes CoNLL-U: words, parts of speech, and in the last column, for each layer of segments, the
 * label in IOB2 and the probability of the segment, such as {@code NE=B-PER|NEProb=0.9871}. Unknown
 * columns have an underscore.
 */
final class ConlluWriter {
  /** The universal parts of speech (UPOS); other tags are language-specific (XPOS). */
  private static final Set<String> UNIVERSAL =
      Set.of(
          "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON",
          "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X");

  private static final String NAME_KEY = ConlluLines.labelKey("ne");
  private static final String PROBABILITY = "Prob";
  private static final String NO_SPACE = ConlluLines.pair("SpaceAfter", "No");

  /** White space and control characters, which must not occur in a cell. */
  private static final Pattern BREAKS = Pattern.compile("[\\s\\p{Cc}]+");

  private ConlluWriter() {}

  /** Writes the sentences of a document. */
  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    List<String> keys = keys(document.layers());
    List<AnnotatedSentence> sentences = document.sentences();
    for (int n = 0; n < sentences.size(); n++) {
      StringBuilder text = new StringBuilder();
      appendComments(document, n, text);
      int next = n + 1 < sentences.size() ? sentences.get(n + 1).begin() : -1;
      append(sentences.get(n), keys, next, text);
      text.append('\n');
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Appends the ids and the text of a sentence. */
  private static void appendComments(AnnotatedDocument document, int n, StringBuilder out) {
    AnnotatedSentence sentence = document.sentences().get(n);
    if (!sentence.part().isEmpty()) {
      out.append("# newdoc id = ").append(oneLine(sentence.part())).append('\n');
    } else if (n == 0) {
      out.append("# newdoc id = ").append(oneLine(document.name())).append('\n');
    }

    String id = sentence.id();
    if (id.isEmpty()) {
      id = String.valueOf(n + 1);
    }
    out.append("# sent_id = ").append(oneLine(id)).append('\n');
    String words = document.text().substring(sentence.begin(), sentence.end());
    out.append("# text = ").append(oneLine(words)).append('\n');
  }

  /**
   * Returns the key of each layer in the last column. The key of parts of speech is null, because
   * they have columns.
   */
  private static List<String> keys(List<Layer> layers) {
    List<String> keys = new ArrayList<>();
    for (Layer layer : layers) {
      String type = layer.type();
      String name = type.substring(type.lastIndexOf('.') + 1);
      if (type.equals(NamedEntity._TypeName)) {
        name = NAME_KEY;
      }
      String key = name;
      for (int number = 2; keys.contains(key); number++) {
        key = name + number;
      }
      keys.add(type.equals(POS._TypeName) ? null : key);
    }
    return keys;
  }

  /**
   * Appends the lines of a sentence.
   *
   * @param next offset of the next sentence in the text; -1 for the last sentence
   */
  private static void append(
      AnnotatedSentence sentence, List<String> keys, int next, StringBuilder out) {
    List<AnnotatedToken> tokens = sentence.tokens();
    List<List<String>> pairs = pairs(sentence, keys);
    for (int t = 0; t < tokens.size(); t++) {
      AnnotatedToken token = tokens.get(t);
      int following = t + 1 < tokens.size() ? tokens.get(t + 1).begin() : next;
      if (token.end() == following) {
        pairs.get(t).add(NO_SPACE);
      }
      String misc = ConlluLines.NONE;
      if (!pairs.get(t).isEmpty()) {
        misc = String.join("|", pairs.get(t));
      }

      String universalPos = ConlluLines.NONE;
      String languagePos = ConlluLines.NONE;
      if (token.pos() != null) {
        if (UNIVERSAL.contains(token.pos())) {
          universalPos = token.pos();
        } else {
          languagePos = cell(token.pos());
        }
      }
      List<String> cells =
          List.of(
              String.valueOf(t + 1),
              cell(token.word()),
              ConlluLines.NONE,
              universalPos,
              languagePos,
              ConlluLines.NONE,
              ConlluLines.NONE,
              ConlluLines.NONE,
              ConlluLines.NONE,
              misc);
      out.append(String.join("\t", cells)).append('\n');
    }
  }

  /** Returns the keys and values in the last column of each token, layer by layer. */
  private static List<List<String>> pairs(AnnotatedSentence sentence, List<String> keys) {
    int length = sentence.tokens().size();
    List<List<String>> pairs = new ArrayList<>();
    for (int t = 0; t < length; t++) {
      pairs.add(new ArrayList<>());
    }
    for (int layer = 0; layer < keys.size(); layer++) {
      if (keys.get(layer) != null) {
        addLayer(sentence, layer, keys.get(layer), pairs);
      }
    }
    return pairs;
  }

  /** Adds the labels and probabilities of a layer to the last column. */
  private static void addLayer(
      AnnotatedSentence sentence, int layer, String key, List<List<String>> pairs) {
    List<Segment> segments =
        sentence.segments().stream().filter(segment -> segment.layer() == layer).toList();
    List<Span> spans = segments.stream().map(Segment::span).toList();
    List<String> labels = SpanCodec.of(TagScheme.IOB2).encode(spans, pairs.size());
    String[] probabilities = new String[pairs.size()];
    for (Segment segment : segments) {
      String probability = String.format(Locale.ROOT, "%.4f", segment.probability());
      Arrays.fill(probabilities, segment.span().start(), segment.span().end(), probability);
    }

    for (int t = 0; t < pairs.size(); t++) {
      pairs.get(t).add(ConlluLines.pair(key, labels.get(t)));
      if (probabilities[t] != null) {
        pairs.get(t).add(ConlluLines.pair(key + PROBABILITY, probabilities[t]));
      }
    }
  }

  private static String cell(String value) {
    String cell = oneLine(value);
    return cell.isEmpty() ? ConlluLines.NONE : cell;
  }

  private static String oneLine(String value) {
    return BREAKS.matcher(value).replaceAll(" ").strip();
  }
}
