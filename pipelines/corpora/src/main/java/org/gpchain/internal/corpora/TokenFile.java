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
 * A file with columns that is to be labelled, read sentence by sentence, with its lines unchanged:
 * those of all blocks are the file, character for character.
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
   * @param format of its columns; labels are not read
   * @throws InputException if it cannot be read, or has no sentence
   */
  public TokenFile(Path file, ColumnFormat format) throws IOException {
    this(file, InputFiles.open(file), format);
  }

  /**
   * Reads the first sentence of what is open already.
   *
   * @param file what messages name
   * @param in buffered; closed with this, or if there is no sentence
   * @throws InputException if it cannot be read, or has no sentence
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

  public List<String> columns() {
    return parser.columns();
  }

  /** Whether columns are separated by TABs, so that cells may have spaces. */
  public boolean hasTabs() {
    return parser.hasTabs();
  }

  /** Returns how the file was read so far, where that was guessed or something was skipped. */
  public List<String> notes() {
    return parser.notes();
  }

  /** Returns what {@link #notes} say without the place, each with the number of times. */
  public Map<String, Integer> remarks() {
    return parser.remarks();
  }

  /** Returns problems of the file that a user should know of. */
  public List<String> warnings() {
    return parser.warnings();
  }

  public InputException problem(String problem, String cure) {
    return new InputException(file, firstLine, problem, cure);
  }

  /**
   * @param most number of them, at least 1
   * @return empty after the last one
   * @throws InputException if a line does not fit the encoding or the format
   */
  public List<TokenBlock> next(int most) throws IOException {
    List<TokenBlock> blocks = new ArrayList<>();
    for (; next != null && blocks.size() < most; next = read()) {
      blocks.add(next);
    }
    return blocks;
  }

  private TokenBlock read() throws IOException {
    List<TokenLine> read = new ArrayList<>();
    Optional<RawSentence> sentence = parser.next(read::add);
    if (sentence.isPresent()) {
      return new TokenBlock(sentence.get().tokens(), sentence.get().document(), read);
    }
    // Behind the last sentence, one without tokens that has the columns of the others.
    return read.isEmpty() || next == null
        ? null
        : new TokenBlock(next.tokens().slice(0, 0), next.document(), read);
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }

  /**
   * A part of a file with one sentence.
   *
   * @param tokens the sentence; empty behind the last one
   * @param document number of its document, from 0
   * @param lines those of its tokens, those before that belong to no sentence, and the one that
   *     ends it
   */
  public record TokenBlock(TokenSequence tokens, int document, List<TokenLine> lines) {}

  /** What a line is. */
  public enum LineKind {
    TOKEN,
    BLANK,
    /** A line with columns that begins a document, such as {@code -DOCSTART- -X- O}. */
    DOCUMENT_MARK,
    /** A comment, or the names of the columns. */
    COMMENT,
    /** A line of CoNLL-U that is no token: a multiword token or an empty node. */
    SKIPPED
  }

  /**
   * A line, unchanged.
   *
   * @param before a byte order mark, or nothing
   * @param after its end, such as LF or CRLF; nothing if the file ends without
   */
  public record TokenLine(LineKind kind, String before, String text, String after) {
    public String whole() {
      return before + text + after;
    }

    /**
     * As {@link Cells#append} does.
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
     * Returns the line of a token in CoNLL-U with more pairs in its last column.
     *
     * @param pairs keys and values; they replace those with the same keys
     */
    public String withMisc(Map<String, String> pairs) {
      return before + ConlluLines.with(text, pairs) + after;
    }
  }
}
