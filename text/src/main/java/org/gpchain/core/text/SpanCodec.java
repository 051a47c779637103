package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Converts between segments and token labels. A label such as {@code B-PER} is split at its first
 * hyphen, so that types may contain hyphens. Decoding accepts illegal label sequences like the
 * script {@code conlleval} of the CoNLL shared tasks: a segment without a proper beginning begins
 * where its type first appears.
 *
 * @param scheme scheme of the labels
 */
public record SpanCodec(TagScheme scheme) {
  /** Label of tokens outside of segments. */
  public static final String OUTSIDE = "O";

  /** Returns the codec of a scheme. */
  public static SpanCodec of(TagScheme scheme) {
    return new SpanCodec(scheme);
  }

  /** Returns the first character of a label, which is its position: B, I, E, S or O. */
  private static char position(String label) {
    if (label.isEmpty()) {
      return 'O';
    }
    return label.charAt(0);
  }

  private static boolean isOutside(String label) {
    return position(label) == 'O';
  }

  /** Returns the type in a label, or an empty string if the label has none. */
  private static String type(String label) {
    int hyphen = label.indexOf('-');
    if (hyphen < 0) {
      return "";
    }
    return label.substring(hyphen + 1);
  }

  /**
   * Guesses the scheme of a corpus from its labels.
   *
   * <ul>
   *   <li>TOKEN if any label is neither {@code O} nor a position letter, alone or with a type;
   *   <li>IOBES if a position E or S occurs;
   *   <li>IOB1 if more segments begin with I than with B;
   *   <li>IOB2 otherwise.
   * </ul>
   *
   * @param sentences the labels of each sentence
   */
  public static TagScheme detect(Iterable<List<String>> sentences) {
    int beginsWithB = 0;
    int beginsWithI = 0;
    boolean hasEndOrSingle = false;
    for (List<String> labels : sentences) {
      String previous = OUTSIDE;
      for (String label : labels) {
        if (!isPositioned(label)) {
          return TagScheme.TOKEN;
        }

        char position = position(label);
        hasEndOrSingle |= position == 'E' || position == 'S';
        if (position == 'B') {
          beginsWithB++;
        } else if (position == 'I'
            && (isOutside(previous) || !type(previous).equals(type(label)))) {
          beginsWithI++;
        }
        previous = label;
      }
    }

    if (hasEndOrSingle) {
      return TagScheme.IOBES;
    }
    if (beginsWithI > beginsWithB) {
      return TagScheme.IOB1;
    }
    return TagScheme.IOB2;
  }

  /** Returns whether a label is O or has a position letter. */
  private static boolean isPositioned(String label) {
    if (label.equals(OUTSIDE)) {
      return true;
    }
    boolean hasLetter = !label.isEmpty() && "BIES".indexOf(label.charAt(0)) >= 0;
    return hasLetter && (label.length() == 1 || label.charAt(1) == '-');
  }

  /**
   * Returns the segments that the labels of a sentence represent, in order. In the scheme TOKEN,
   * each token is a segment whose type is the label.
   *
   * @param labels one label per token
   */
  public List<Span> decode(List<String> labels) {
    List<Span> spans = new ArrayList<>();
    int start = -1;
    String previous = OUTSIDE;
    for (int t = 0; t < labels.size(); t++) {
      String label = labels.get(t);
      if (start >= 0 && endsBefore(previous, label)) {
        spans.add(new Span(start, t, spanType(previous)));
        start = -1;
      }
      if (start < 0 && (scheme == TagScheme.TOKEN || !isOutside(label))) {
        start = t;
      }
      previous = label;
    }

    if (start >= 0) {
      spans.add(new Span(start, labels.size(), spanType(previous)));
    }
    return spans;
  }

  /** Returns the type of the segments that contain tokens with a label. */
  private String spanType(String label) {
    if (scheme == TagScheme.TOKEN) {
      return label;
    }
    return type(label);
  }

  /**
   * Returns whether a segment ends between two adjacent tokens.
   *
   * @param previous label of the token in the segment
   * @param next label of the token after it
   */
  private boolean endsBefore(String previous, String next) {
    if (scheme == TagScheme.TOKEN || isOutside(next) || !type(previous).equals(type(next))) {
      return true;
    }
    char before = position(previous);
    char after = position(next);
    return after == 'B' || after == 'S' || before == 'E' || before == 'S';
  }

  /**
   * Returns the labels of a sentence with some segments.
   *
   * @param spans segments in any order, without overlaps
   * @param length number of tokens of the sentence
   * @return one label per token, in a list whose elements may be replaced
   * @throws IllegalArgumentException if segments overlap or lie outside of the sentence
   */
  public List<String> encode(List<Span> spans, int length) {
    String[] labels = new String[length];
    Arrays.fill(labels, OUTSIDE);
    List<Span> ordered = new ArrayList<>(spans);
    ordered.sort(Comparator.comparingInt(Span::start));

    Span previous = null;
    for (Span span : ordered) {
      if (span.end() > length) {
        throw new IllegalArgumentException(span + " lies outside a sentence of " + length);
      }
      if (previous != null && span.start() < previous.end()) {
        throw new IllegalArgumentException("segments overlap: " + previous + " and " + span);
      }

      boolean followsSameType =
          previous != null && previous.end() == span.start() && previous.type().equals(span.type());
      for (int t = span.start(); t < span.end(); t++) {
        labels[t] = label(span, t, followsSameType);
      }
      previous = span;
    }
    return Arrays.asList(labels);
  }

  /**
   * Returns the label of a token in a segment.
   *
   * @param followsSameType whether a segment of the same type ends directly before this one
   */
  private String label(Span span, int token, boolean followsSameType) {
    boolean isFirst = token == span.start();
    boolean isLast = token == span.end() - 1;
    return switch (scheme) {
      case IOB1 -> label(isFirst && followsSameType ? 'B' : 'I', span.type());
      case IOB2 -> label(isFirst ? 'B' : 'I', span.type());
      case IOBES -> label(iobesPosition(isFirst, isLast), span.type());
      case TOKEN -> span.type();
    };
  }

  private static char iobesPosition(boolean isFirst, boolean isLast) {
    if (isFirst && isLast) {
      return 'S';
    }
    if (isFirst) {
      return 'B';
    }
    if (isLast) {
      return 'E';
    }
    return 'I';
  }

  private static String label(char position, String type) {
    if (type.isEmpty()) {
      return String.valueOf(position);
    }
    return position + "-" + type;
  }

  /**
   * Returns whether a label may follow another one in the scheme.
   *
   * @param previous label of the first token, or null at the beginning of a sentence
   * @param next label of the second token, or null at the end of a sentence
   */
  public boolean isLegal(String previous, String next) {
    if (scheme == TagScheme.TOKEN) {
      return true;
    }

    boolean isAfterSegmentToken = previous != null && !isOutside(previous);
    boolean isBeforeSegmentToken = next != null && !isOutside(next);
    boolean isSameType =
        isAfterSegmentToken && isBeforeSegmentToken && type(previous).equals(type(next));
    char nextPosition = isBeforeSegmentToken ? position(next) : 'O';
    return switch (scheme) {
      case IOB1 -> nextPosition != 'B' || isSameType;
      case IOB2 -> nextPosition != 'I' || isSameType;
      case IOBES -> {
        boolean continues = nextPosition == 'I' || nextPosition == 'E';
        boolean mustContinue =
            isAfterSegmentToken && (position(previous) == 'B' || position(previous) == 'I');
        yield mustContinue ? isSameType && continues : !continues;
      }
      case TOKEN -> true;
    };
  }

  /**
   * Returns whether a segment begins at every token with a label. In the scheme IOB1, a segment may
   * also begin at a token with I, depending on the label before.
   */
  public boolean begins(String label) {
    return scheme != TagScheme.TOKEN && (position(label) == 'B' || position(label) == 'S');
  }

  /** Returns the type of the segments that contain tokens with a label; empty for O. */
  public Optional<String> typeOf(String label) {
    if (scheme == TagScheme.TOKEN) {
      return Optional.of(label);
    }
    if (isOutside(label)) {
      return Optional.empty();
    }
    return Optional.of(type(label));
  }

  /** Returns the types of all segments that labels can represent, in alphabetical order. */
  public SortedSet<String> types(LabelSet labels) {
    NavigableSet<String> types = new TreeSet<>();
    for (String label : labels.labels()) {
      typeOf(label).ifPresent(types::add);
    }
    return types;
  }

  /**
   * Returns a set of labels, completed with all labels that segments of its types may need. For
   * example, a type that occurs only on single tokens may have longer segments in other texts.
   *
   * @return labels in alphabetical order
   */
  public LabelSet complete(LabelSet labels) {
    Set<String> complete = new TreeSet<>(labels.labels());
    if (scheme != TagScheme.TOKEN) {
      for (String type : types(labels)) {
        // Two adjacent segments, of one token and of three, use every position of every scheme.
        complete.addAll(encode(List.of(new Span(0, 1, type), new Span(1, 4, type)), 4));
      }
    }
    return LabelSet.of(complete);
  }

  /**
   * Returns the label that a token must have to extend a segment. The segment ends if the next
   * token has any other label.
   *
   * @param last label of the last token of the segment
   * @return null if no label can extend the segment
   */
  public String continuation(String last) {
    if (scheme == TagScheme.TOKEN || scheme == TagScheme.IOBES || isOutside(last)) {
      return null;
    }
    return label('I', type(last));
  }

  /** Returns the label that a token must have to extend a segment, or null if there is none. */
  public String continuation(Span segment) {
    List<String> labels = encode(List.of(segment), segment.end());
    return continuation(labels.get(segment.end() - 1));
  }
}
