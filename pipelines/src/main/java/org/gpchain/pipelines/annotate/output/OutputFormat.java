package org.gpchain.pipelines.annotate.output;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** What annotated documents are written as. The names are those of the command line. */
public enum OutputFormat {
  /** UIMA's XML, which every UIMA tool reads, with its type system beside it. */
  XMI,
  /** One token per line: word, part of speech, label, probability of the segment. */
  CONLL,
  /** Text, sentences and segments for other programs. */
  JSON,
  /** A page for people: the text with coloured segments. */
  HTML;

  /** The default formats: a page to look at, and XMI for other tools. */
  public static final Set<OutputFormat> DEFAULT =
      Collections.unmodifiableSet(EnumSet.of(HTML, XMI));

  /** The name on the command line, and the ending of the files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
