package org.gpchain.server.http;

import org.gpchain.corpora.InputException;

/** A request that is not served: the status, and the reason for whoever asked. */
public final class Refusal extends Exception {
  private static final long serialVersionUID = 1L;

  /** The request is no sound JSON, or lacks something. */
  public static final int BAD_REQUEST = 400;

  /** The token is missing or wrong. */
  public static final int UNAUTHORIZED = 401;

  /** The request comes from a web page of somebody else. */
  public static final int FORBIDDEN = 403;

  /** There is nothing at this path. */
  public static final int NOT_FOUND = 404;

  /** The path takes other methods. */
  public static final int METHOD_NOT_ALLOWED = 405;

  /** The request did not arrive in time. */
  public static final int TIMEOUT = 408;

  /** The body is beyond the limit. */
  public static final int TOO_LARGE = 413;

  /** The request is sound, but what it holds or asks for cannot be used. */
  public static final int UNUSABLE = 422;

  /** The same is being done already. */
  public static final int TOO_MANY = 429;

  /** The server failed. */
  public static final int FAILED = 500;

  /** Too many others are being served. */
  public static final int BUSY = 503;

  private final int status;

  /**
   * A refusal.
   *
   * @param status of HTTP
   * @param reason what is wrong, and what to do about it
   */
  public Refusal(int status, String reason) {
    this(status, reason, null);
  }

  /**
   * A refusal for a reason that another exception has found.
   *
   * @param status of HTTP
   * @param reason what is wrong, and what to do about it
   * @param cause may be null
   */
  public Refusal(int status, String reason, Throwable cause) {
    super(InputException.oneLine(reason), cause);
    this.status = status;
  }

  /** The status of HTTP. */
  public int status() {
    return status;
  }
}
