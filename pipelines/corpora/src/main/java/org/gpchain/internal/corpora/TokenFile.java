package org.gpchain.internal.corpora;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.gpchain.core.text.TokenSequence;
import org.gpchain.internal.corpora.SentenceParser.RawSentence;

/**
 * A reader of a file with columns that is to be labelled. It reads the file sentence by sentence
 * and keeps all lines: the lines of all blocks, one after the other, are the file, character for
 * character.
 */
public final class TokenFile implements AutoCloseable {
  private final Path file;
  private final TextLines lines;
  private final SentenceParser parser;
  private final int firstLine;
  private TokenBlock next;

  /**
   * Opens a file and reads the first sentence.
   *
   * @param format format of the columns, without labels
   * @throws InputException if the file cannot be read, or has no sentence
   */
  public TokenFile(Path file, ColumnFormat format) throws IOException {
    this(file, InputFiles.open(file), format);
  }

  /**
   * Reads the first sentence of a stream.
   *
   * @param file file name for messages
   * @param in buffered stream; closed with this reader, or if there is no sentence
   * @param format format of the columns, without labels
   * @throws InputException if the stream cannot be read, or has no sentence
   */
  public TokenFile(Path file, InputStream in, ColumnFormat format) throws IOException {
    this.file = file;
    this.lines = new TextLines(file, in, format.encoding());
    try {
      this.parser = new SentenceParser(file, lines, format);
      this.next = read();
      if (next == null) {
        throw parser.noSentence();
      }
    } catch (IOException e) {
      lines.close();
      throw e;
    }
    this.firstLine =
        1 + next.lines().stream().map(TokenLine::kind).toList().indexOf(LineKind.TOKEN);
  }

  /** Returns the names of the columns that are read, in the order of the file. */
  public List<String> columns() {
    return parser.columns();
  }

  /** Returns whether TABs separate the columns, so that cells may have spaces. */
  public boolean hasTabs() {
    return parser.hasTabs();
  }

  /** Returns notes on guesses about the format and on lines that have been skipped so far. */
  public List<String> notes() {
    return parser.notes();
  }

  /**
   * Returns the contents of {@link #notes} without file and line, each with its number of lines.
   */
  public Map<String, Integer> remarks() {
    return parser.remarks();
  }

  /** Returns warnings for the user about the contents of the file. */
  public List<String> warnings() {
    return parser.warnings();
  }

  /** Returns an exception that names the first line with a token, for the caller to throw. */
  public InputException problem(String problem, String cure) {
    return new InputException(file, firstLine, problem, cure);
  }

  /**
   * Returns the next sentences with their lines.
   *
   * @param most maximum number of blocks, at least 1
   * @return the next blocks; empty after the end of the file
   * @throws InputException if a line does not fit the encoding or the format
   */
  public List<TokenBlock> next(int most) throws IOException {
    List<TokenBlock> blocks = new ArrayList<>();
    for (; next != null && blocks.size() < most; next = read()) {
      blocks.add(next);
    }
    return blocks;
  }

  /** Reads a block; returns null after the end of the file. */
  private TokenBlock read() throws IOException {
    List<TokenLine> blockLines = new ArrayList<>();
    Optional<RawSentence> sentence = parser.next(blockLines::add);
    if (sentence.isPresent()) {
      return new TokenBlock(sentence.get().tokens(), sentence.get().document(), blockLines);
    }

    if (blockLines.isEmpty() || next == null) {
      return null;
    }
    // The lines after the last sentence are a block without tokens, but with the same columns.
    return new TokenBlock(next.tokens().slice(0, 0), next.document(), blockLines);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /**
   * A part of a file with one sentence.
   *
   * @param tokens tokens of the sentence; none in the block after the last sentence
   * @param document number of the document, from 0
   * @param lines lines before the sentence that belong to no other, lines of its tokens, and the
   *     line that ends it
   */
  public record TokenBlock(TokenSequence tokens, int document, List<TokenLine> lines) {}

  /** A kind of line. */
  public enum LineKind {
    /** A line with a token. */
    TOKEN,
    /** A line without any characters other than white space. */
    BLANK,
    /** A line with columns that begins a document, such as {@code -DOCSTART- -X- O}. */
    DOCUMENT_MARK,
    /** A comment, or the names of the columns. */
    COMMENT,
    /** A line of CoNLL-U that is not a token, but a multiword token or an empty node. */
    SKIPPED
  }

  /**
   * A line of the file.
   *
   * @param before byte order mark, or empty
   * @param text line without byte order mark and line end
   * @param after line end, such as LF or CRLF; empty if the file ends without one
   */
  public record TokenLine(LineKind kind, String before, String text, String after) {
    /** Returns the line as the file has it, with its end. */
    public String whole() {
      return before + text + after;
    }

    /** Returns the cells of the line; none if it is blank. */
    public List<String> cells() {
      return Cells.of(text);
    }

    /**
     * Returns the line, with its end, after appending cells as {@link Cells#append} does.
     *
     * @throws IllegalArgumentException if this line is blank
     */
    public String with(List<String> cells) {
      if (kind == LineKind.BLANK) {
        throw new IllegalArgumentException("a blank line has no cells");
      }
      return before + Cells.append(text, cells) + after;
    }

    /**
     * Returns the line of a CoNLL-U token, with its end, after adding pairs to its last column.
     *
     * @param pairs values by their keys; they replace the pairs that have the same keys
     */
    public String withMisc(Map<String, String> pairs) {
      return before + ConlluLines.with(text, pairs) + after;
    }
  }
}
