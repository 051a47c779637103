package org.gpchain.documents;

import java.util.ArrayList;
import java.util.List;
import opennlp.tools.sentdetect.DefaultEndOfSentenceScanner;
import opennlp.tools.sentdetect.EndOfSentenceScanner;
import opennlp.tools.sentdetect.lang.Factory;
import opennlp.tools.util.StringUtil;

/**
 * Proposes to OpenNLP only those ends of sentences that it considers: of those without white space
 * between them it passes over all but the last, and those before a capital, and reads on to the
 * next white space for each, so that {@code a.a.a.…} would take quadratic time.
 */
final class LastEnds extends Factory {
  @Override
  public EndOfSentenceScanner createEndOfSentenceScanner(String languageCode) {
    return createEndOfSentenceScanner(getEOSCharacters(languageCode));
  }

  @Override
  public EndOfSentenceScanner createEndOfSentenceScanner(char[] characters) {
    return new DefaultEndOfSentenceScanner(characters) {
      @Override
      public List<Integer> getPositions(CharSequence text) {
        return last(super.getPositions(text), text);
      }
    };
  }

  private static List<Integer> last(List<Integer> ends, CharSequence text) {
    List<Integer> last = new ArrayList<>();
    for (int i = 0; i < ends.size(); i++) {
      int next = ends.get(i) + 1;
      if (i + 1 == ends.size()
          || Character.isUpperCase(text.charAt(next))
          || hasSpace(text, next, ends.get(i + 1))) {
        last.add(ends.get(i));
      }
    }
    return last;
  }

  private static boolean hasSpace(CharSequence text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (StringUtil.isWhitespace(text.charAt(i))) {
        return true;
      }
    }
    return false;
  }
}
