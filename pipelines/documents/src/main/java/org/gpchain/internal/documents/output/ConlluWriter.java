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
import org.gpchain.core.text.SpanCodec;
import org.gpchain.core.text.TagScheme;
import org.gpchain.internal.corpora.ConlluLines;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedSentence;
import org.gpchain.internal.documents.output.AnnotatedDocument.AnnotatedToken;
import org.gpchain.internal.documents.output.AnnotatedDocument.Layer;
import org.gpchain.internal.documents.output.AnnotatedDocument.Segment;

/**
 * Writes CoNLL-U: the words, parts of speech, and in the last column for each layer of segments the
 * label in IOB2 and the probability of its segment, such as {@code NE=B-PER|NEProb=0.9871}. Columns
 * for which nothing is known have an underscore.
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

  /** White space and control characters, which would end a cell. */
  private static final Pattern BREAKS = Pattern.compile("[\\s\\p{Cc}]+");

  private ConlluWriter() {}

  static void write(AnnotatedDocument document, OutputStream out) throws IOException {
    List<String> keys = keys(document.layers());
    List<AnnotatedSentence> sentences = document.sentences();
    for (int n = 0; n < sentences.size(); n++) {
      AnnotatedSentence sentence = sentences.get(n);
      StringBuilder text = new StringBuilder();
      if (!sentence.part().isEmpty() || n == 0) {
        String id = sentence.part().isEmpty() ? document.name() : sentence.part();
        text.append("# newdoc id = " + oneLine(id) + "\n");
      }
      String id = sentence.id().isEmpty() ? String.valueOf(n + 1) : sentence.id();
      text.append("# sent_id = " + oneLine(id) + "\n");
      String words = document.text().substring(sentence.begin(), sentence.end());
      text.append("# text = " + oneLine(words) + "\n");

      int next = n + 1 < sentences.size() ? sentences.get(n + 1).begin() : -1;
      append(sentence, keys, next, text);
      text.append('\n');
      out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * The keys of layers, by their number; null for layers of parts of speech, which have columns.
   */
  private static List<String> keys(List<Layer> layers) {
    List<String> keys = new ArrayList<>();
    for (Layer layer : layers) {
      String type = layer.type();
      boolean isName = type.equals(NamedEntity._TypeName);
      String first = isName ? NAME_KEY : type.substring(type.lastIndexOf('.') + 1);
      String key = first;
      for (int number = 2; keys.contains(key); number++) {
        key = first + number;
      }
      keys.add(type.equals(POS._TypeName) ? null : key);
    }
    return keys;
  }

  /**
   * @param next where the next sentence begins in the text; -1 for the last one
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
      String misc = pairs.get(t).isEmpty() ? ConlluLines.NONE : String.join("|", pairs.get(t));
      boolean isUniversal = token.pos() != null && UNIVERSAL.contains(token.pos());
      boolean isOfLanguage = token.pos() != null && !isUniversal;
      String universalPos = isUniversal ? token.pos() : ConlluLines.NONE;
      String languagePos = isOfLanguage ? cell(token.pos()) : ConlluLines.NONE;
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

  /** The pairs of each token, layer by layer. */
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

  private static void addLayer(
      AnnotatedSentence sentence, int layer, String key, List<List<String>> pairs) {
    List<Segment> segments =
        sentence.segments().stream().filter(segment -> segment.layer() == layer).toList();
    List<String> labels =
        SpanCodec.of(TagScheme.IOB2)
            .encode(segments.stream().map(Segment::span).toList(), pairs.size());
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
