package org.gpchain.internal.server.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpStatus;

/**
 * Who may ask. Where there is a token, it must be in the header {@code Authorization: Bearer …} or,
 * for clients that can send no header, in front of the path: {@code /token/…/predict}. Those that
 * know names and passwords only ({@code Authorization: Basic …}) give it as the password.
 *
 * <p>A web page of somebody else, in the browser of a user of this machine, could send requests
 * too. Browsers say where such a page comes from ({@code Origin}), and what they take this server
 * to be called ({@code Host}), so that both are checked.
 *
 * @param token null for none
 * @param local whether the server listens to this machine only
 */
public record Access(String token, boolean local) {
  private static final String PREFIX = "/token/";

  /** Names of this machine that no page of others can have. */
  private static final Pattern LOCAL =
      Pattern.compile("(?i)(localhost|127\\.\\d+\\.\\d+\\.\\d+|\\[::1])(:\\d+)?");

  public Access {
    if (token != null && !token.matches("[^/%\\\\\\s]+")) {
      throw new IllegalArgumentException(
          "a token must not be empty, and has no /, %, \\ and no space");
    }
  }

  /** A path without the token that may stand in front of it. */
  static String withoutToken(String path) {
    return path.substring(endOfToken(path));
  }

  private static int endOfToken(String path) {
    return path.startsWith(PREFIX) ? Math.max(0, path.indexOf('/', PREFIX.length())) : 0;
  }

  /** Whether a request has the token, or there is none. */
  boolean isAllowed(String path, HttpFields headers) {
    String[] authorization =
        Objects.requireNonNullElse(headers.get("Authorization"), "").split(" ", 2);
    String given = authorization[authorization.length - 1].strip();
    int end = endOfToken(path);
    return token == null
        || (end > 0 && isToken(path.substring(PREFIX.length(), end)))
        || (authorization[0].equalsIgnoreCase("Bearer") && isToken(given))
        || (authorization[0].equalsIgnoreCase("Basic") && isToken(password(given)));
  }

  /** The password of any user; empty if there is none. */
  private static String password(String encoded) {
    try {
      String decoded = new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8);
      int colon = decoded.indexOf(':');
      return colon < 0 ? "" : decoded.substring(colon + 1);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }

  /** Takes the same time whatever is given; in headers the bytes of UTF-8 come as Latin-1. */
  private boolean isToken(String given) {
    byte[] own = token.getBytes(StandardCharsets.UTF_8);
    return MessageDigest.isEqual(given.getBytes(StandardCharsets.UTF_8), own)
        || MessageDigest.isEqual(given.getBytes(StandardCharsets.ISO_8859_1), own);
  }

  /**
   * @throws Refusal if a request comes from a page of somebody else
   */
  void checkPage(HttpFields headers) throws Refusal {
    String host = headers.get("Host");
    String origin = headers.get("Origin");
    if (origin != null
        && (host == null
            || !origin
                .toLowerCase(Locale.ROOT)
                .replaceFirst("^https?://", "")
                .equals(host.toLowerCase(Locale.ROOT)))) {
      throw new Refusal(HttpStatus.FORBIDDEN_403, "this was sent by a web page of another server");
    }
    if (local && token == null && host != null && !LOCAL.matcher(host).matches()) {
      throw new Refusal(
          HttpStatus.FORBIDDEN_403,
          "this server listens to its own machine, under the name localhost; behind a proxy it"
              + " needs a token");
    }
  }
}
