package org.gpchain.server.http;

import org.gpchain.corpora.InputException;

/** A request that is not served: the HTTP status, and the reason for the client. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  static final int BAD_REQUEST = 400;
  static final int UNAUTHORIZED = 401;
  static final int FORBIDDEN = 403;
  static final int NOT_FOUND = 404;
  static final int METHOD_NOT_ALLOWED = 405;
  static final int TIMEOUT = 408;
  static final int TOO_LARGE = 413;
  static final int UNUSABLE = 422;
  static final int TOO_MANY = 429;
  static final int FAILED = 500;
  static final int BUSY = 503;

  private final int status;

  /**
   * @param reason what is wrong, and what to do about it
   */
  Refusal(int status, String reason) {
    super(InputException.oneLine(reason));
    this.status = status;
  }

  /** The request is no sound JSON, or lacks something. */
  public static Refusal badRequest(String reason) {
    return new Refusal(BAD_REQUEST, reason);
  }

  /** The request is sound, but what it holds or asks for cannot be used. */
  public static Refusal unusable(String reason) {
    return new Refusal(UNUSABLE, reason);
  }

  /** The same is being done already. */
  public static Refusal tooMany(String reason) {
    return new Refusal(TOO_MANY, reason);
  }

  /** Too many others are being served. */
  public static Refusal busy(String reason) {
    return new Refusal(BUSY, reason);
  }

  /** The HTTP status. */
  int status() {
    return status;
  }
}
