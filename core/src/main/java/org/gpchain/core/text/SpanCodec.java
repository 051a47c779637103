package org.gpchain.core.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Between segments and token labels. Types may contain hyphens: a label is split at its first
 * hyphen only. Reading is lenient in the way of the CoNLL shared tasks' {@code conlleval}: a
 * segment with an illegal beginning begins where its type first appears.
 */
public record SpanCodec(TagScheme scheme) {
  public static final String OUTSIDE = "O";

  public static SpanCodec of(TagScheme scheme) {
    return new SpanCodec(scheme);
  }

  /** The position part of a label ({@code B}, {@code I}, {@code E}, {@code S}, {@code O} …). */
  private static char position(String label) {
    return label.isEmpty() ? 'O' : label.charAt(0);
  }

  private static boolean isOutside(String label) {
    return position(label) == 'O';
  }

  /** The type part of a label; empty if it has none. */
  private static String type(String label) {
    int hyphen = label.indexOf('-');
    return hyphen < 0 ? "" : label.substring(hyphen + 1);
  }

  /**
   * Guesses the scheme of a corpus from its labels: TOKEN if any label is neither {@code O} nor a
   * position letter with or without a type; IOBES if a position E or S occurs; IOB1 if more
   * segments begin with I than with B; IOB2 otherwise.
   */
  public static TagScheme detect(Iterable<List<String>> sentences) {
    int beginsWithB = 0;
    int beginsWithI = 0;
    boolean endOrSingle = false;
    for (List<String> labels : sentences) {
      String previous = OUTSIDE;
      for (String label : labels) {
        if (!isPositioned(label)) {
          return TagScheme.TOKEN;
        }
        char position = position(label);
        endOrSingle |= position == 'E' || position == 'S';
        if (position == 'B') {
          beginsWithB++;
        } else if (position == 'I'
            && (isOutside(previous) || !type(previous).equals(type(label)))) {
          beginsWithI++;
        }
        previous = label;
      }
    }
    if (endOrSingle) {
      return TagScheme.IOBES;
    }
    return beginsWithI > beginsWithB ? TagScheme.IOB1 : TagScheme.IOB2;
  }

  private static boolean isPositioned(String label) {
    if (label.equals(OUTSIDE)) {
      return true;
    }
    boolean letter = !label.isEmpty() && "BIES".indexOf(label.charAt(0)) >= 0;
    return letter && (label.length() == 1 || label.charAt(1) == '-');
  }

  /** Reads the segments of a sentence, in order. A TOKEN label makes a segment of each token. */
  public List<Span> decode(List<String> labels) {
    List<Span> spans = new ArrayList<>();
    int start = -1;
    String previous = OUTSIDE;
    for (int t = 0; t <= labels.size(); t++) {
      String label = t < labels.size() ? labels.get(t) : OUTSIDE;
      if (start >= 0 && (t == labels.size() || endsBefore(previous, label))) {
        spans.add(new Span(start, t, scheme == TagScheme.TOKEN ? previous : type(previous)));
        start = -1;
      }
      if (t < labels.size() && start < 0 && (scheme == TagScheme.TOKEN || !isOutside(label))) {
        start = t;
      }
      previous = label;
    }
    return spans;
  }

  /** Whether a segment whose last token so far is {@code previous} ends before {@code next}. */
  private boolean endsBefore(String previous, String next) {
    if (scheme == TagScheme.TOKEN || isOutside(next) || !type(previous).equals(type(next))) {
      return true;
    }
    char before = position(previous);
    char after = position(next);
    return after == 'B' || after == 'S' || before == 'E' || before == 'S';
  }

  /**
   * Writes segments as labels.
   *
   * @param spans segments, in any order, that do not overlap
   * @throws IllegalArgumentException if segments overlap or lie outside the sentence
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
      boolean adjacent =
          previous != null && previous.end() == span.start() && previous.type().equals(span.type());
      for (int t = span.start(); t < span.end(); t++) {
        labels[t] = label(span, t, adjacent);
      }
      previous = span;
    }
    return Arrays.asList(labels);
  }

  private String label(Span span, int token, boolean followsSameType) {
    boolean first = token == span.start();
    boolean last = token == span.end() - 1;
    char position =
        switch (scheme) {
          case IOB1 -> first && followsSameType ? 'B' : 'I';
          case IOB2 -> first ? 'B' : 'I';
          case IOBES -> first && last ? 'S' : first ? 'B' : last ? 'E' : 'I';
          case TOKEN -> 0;
        };
    if (position == 0) {
      return span.type();
    }
    return span.type().isEmpty() ? String.valueOf(position) : position + "-" + span.type();
  }

  /** Whether {@code next} may follow {@code previous}; null stands for the sentence's border. */
  public boolean isLegal(String previous, String next) {
    if (scheme == TagScheme.TOKEN) {
      return true;
    }
    boolean open = previous != null && !isOutside(previous);
    boolean same = open && next != null && !isOutside(next) && type(previous).equals(type(next));
    char after = next == null ? 'O' : position(next);
    return switch (scheme) {
      case IOB1 -> after != 'B' || same;
      case IOB2 -> after != 'I' || same;
      case IOBES -> {
        boolean mustContinue = open && (position(previous) == 'B' || position(previous) == 'I');
        boolean continues = after == 'I' || after == 'E';
        yield mustContinue ? same && continues : !continues;
      }
      case TOKEN -> true;
    };
  }

  /**
   * Whether a segment begins at each token with this label. IOB1 has labels of which it depends.
   */
  public boolean begins(String label) {
    return scheme != TagScheme.TOKEN && (position(label) == 'B' || position(label) == 'S');
  }

  /** The type of the segments that a label belongs to; of O that of none. */
  public Optional<String> typeOf(String label) {
    if (scheme == TagScheme.TOKEN) {
      return Optional.of(label);
    }
    return isOutside(label) ? Optional.empty() : Optional.of(type(label));
  }

  /** The types of the segments that labels belong to, in alphabetical order. */
  public SortedSet<String> types(LabelSet labels) {
    return labels.labels().stream()
        .flatMap(label -> typeOf(label).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * The labels of a set and all others that segments of its types may need: a type that is seen on
   * single tokens only may be longer elsewhere. In alphabetical order.
   */
  public LabelSet complete(LabelSet labels) {
    Set<String> complete = new TreeSet<>(labels.labels());
    for (String type : scheme == TagScheme.TOKEN ? Set.<String>of() : types(labels)) {
      // Two adjacent segments, of one token and of three, use every position of every scheme.
      complete.addAll(encode(List.of(new Span(0, 1, type), new Span(1, 4, type)), 4));
    }
    return LabelSet.of(complete);
  }

  /**
   * The label that would lengthen a segment whose last label is {@code last}, or null if there is
   * none: a segment ends where this label does not follow.
   */
  public String continuation(String last) {
    if (scheme == TagScheme.TOKEN || scheme == TagScheme.IOBES || isOutside(last)) {
      return null;
    }
    return type(last).isEmpty() ? "I" : "I-" + type(last);
  }

  /** The label that would lengthen a segment, or null if there is none. */
  public String continuation(Span segment) {
    return continuation(encode(List.of(segment), segment.end()).get(segment.end() - 1));
  }
}
