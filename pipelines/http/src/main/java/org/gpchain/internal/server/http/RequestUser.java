package org.gpchain.internal.server.http;

import java.nio.charset.StandardCharsets;

/**
 * Finds the user of a request from INCEpTION, whose users all have the same address: the member
 * {@code userId} of its document. The body is not parsed, because the user is needed before it is
 * the request's turn.
 */
final class RequestUser {
  private static final byte[] MEMBER = "\"userId\"".getBytes(StandardCharsets.US_ASCII);

  /** Maximum length of a name (bytes). Longer names are truncated. */
  private static final int MAX_LENGTH = 100;

  private RequestUser() {}

  /** Returns the name of the user as it is in the body, or an empty string if there is none. */
  static String in(byte[] body) {
    int member = indexOfMember(body);
    if (member < 0) {
      return "";
    }
    int colon = skipSpaces(body, member + MEMBER.length);
    int quote = skipSpaces(body, colon + 1);
    if (!isAt(body, colon, ':') || !isAt(body, quote, '"')) {
      return "";
    }

    int end = quote + 1;
    while (end < body.length && body[end] != '"' && end - quote <= MAX_LENGTH) {
      end++;
    }
    return new String(body, quote + 1, end - quote - 1, StandardCharsets.ISO_8859_1);
  }

  /** Returns the index of the member's name, or -1. A name in a string has escaped quotes. */
  private static int indexOfMember(byte[] body) {
    for (int start = 0; start <= body.length - MEMBER.length; start++) {
      int matched = 0;
      while (matched < MEMBER.length && body[start + matched] == MEMBER[matched]) {
        matched++;
      }
      boolean isEscaped = start > 0 && body[start - 1] == '\\';
      if (matched == MEMBER.length && !isEscaped) {
        return start;
      }
    }
    return -1;
  }

  /** Returns the index of the first byte at or after an index that is not white space. */
  static int skipSpaces(byte[] body, int index) {
    int next = index;
    while (next < body.length && body[next] <= ' ' && body[next] >= 0) {
      next++;
    }
    return next;
  }

  private static boolean isAt(byte[] body, int index, char expected) {
    return index < body.length && body[index] == expected;
  }
}
