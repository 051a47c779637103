package org.gpchain.internal.server.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Access control: checks the token of a request and the web page that sent it.
 *
 * <p>If the server has a token, a request must contain it in the header {@code Authorization:
 * Bearer …}, or at the start of the path, as in {@code /token/…/predict}, for clients that cannot
 * set headers. Clients that support only names and passwords ({@code Authorization: Basic …}) send
 * it as the password.
 *
 * <p>A web page of another server, opened in the browser of a user of this machine, could also send
 * requests. Browsers report the server of the page ({@code Origin}) and the name by which they
 * address this server ({@code Host}), so both headers are checked.
 *
 * @param token the token; null for none
 * @param local whether the server accepts connections only from its own machine
 */
public record Access(String token, boolean local) {
  /** Start of a path that contains the token. */
  private static final String PREFIX = "/token/";

  /** Names of this machine, with an optional port. No other server can have these names. */
  private static final Pattern LOCAL =
      Pattern.compile("(?i)(localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1])(:\\d+)?");

  /** Checks the characters of the token. */
  public Access {
    if (token != null && !token.matches("[^/%\\\\\\s]+")) {
      throw new IllegalArgumentException(
          "a token must not be empty or contain /, %, \\ or white space");
    }
  }

  /** Returns a path without the token at its start, if there is one. */
  static String withoutToken(String path) {
    return path.substring(endOfToken(path));
  }

  /** Returns the index after the token at the start of a path, or 0 if there is no token. */
  private static int endOfToken(String path) {
    if (!path.startsWith(PREFIX)) {
      return 0;
    }
    return Math.max(0, path.indexOf('/', PREFIX.length()));
  }

  /** Returns whether a request contains the token, or the server has no token. */
  boolean isAllowed(String path, HttpFields headers) {
    if (token == null) {
      return true;
    }
    int end = endOfToken(path);
    if (end > 0 && isToken(path.substring(PREFIX.length(), end))) {
      return true;
    }

    String header = Objects.requireNonNullElse(headers.get("Authorization"), "");
    String[] parts = header.split(" ", 2);
    String scheme = parts[0];
    String credentials = parts[parts.length - 1].strip();
    if (scheme.equalsIgnoreCase("Bearer")) {
      return isToken(credentials);
    }
    return scheme.equalsIgnoreCase("Basic") && isToken(password(credentials));
  }

  /** Returns the password in Base64-encoded credentials, or an empty string if there is none. */
  private static String password(String encoded) {
    try {
      String decoded = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = decoded.indexOf(':');
      return colon < 0 ? "" : decoded.substring(colon + 1);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /**
   * Returns whether a string is the token. The comparison takes the same time for any string, so
   * that its duration reveals nothing. Header values arrive decoded as Latin-1 even if the client
   * has sent UTF-8, so both encodings are compared.
   */
  private boolean isToken(String given) {
    String asLatin1 =
        new String(token.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    byte[] characters = characters(given);
    return MessageDigest.isEqual(characters, characters(token))
        || MessageDigest.isEqual(characters, characters(asLatin1));
  }

  /**
   * Returns the UTF-16 code units of a string. Unlike an encoding, this never replaces a character,
   * for example by a question mark that the token may contain.
   */
  private static byte[] characters(String text) {
    ByteBuffer bytes = ByteBuffer.allocate(Character.BYTES * text.length());
    bytes.asCharBuffer().put(text);
    return bytes.array();
  }

  /**
   * Checks that a request was not sent by a web page of another server.
   *
   * @throws Refusal if it was, or may have been
   */
  void checkPage(HttpFields headers) throws Refusal {
    String host = headers.get("Host");
    String origin = headers.get("Origin");
    if (origin != null && !isSameServer(origin, host)) {
      throw new Refusal(
          HttpStatus.FORBIDDEN_403, "requests from web pages of other servers are not allowed");
    }
    if (local && token == null && host != null && !LOCAL.matcher(host).matches()) {
      throw new Refusal(
          HttpStatus.FORBIDDEN_403,
          "this server only accepts requests from its own machine, under the name"
              + " localhost; to use it behind a proxy, start it with a token");
    }
  }

  private static boolean isSameServer(String origin, String host) {
    if (host == null) {
      return false;
    }
    String originHost = origin.toLowerCase(Locale.ROOT).replaceFirst("^https?://", "");
    return originHost.equals(host.toLowerCase(Locale.ROOT));
  }
}
