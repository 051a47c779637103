package org.gpchain.internal.cli.options;

import java.nio.charset.Charset;
import java.util.List;
import java.util.function.Function;
import org.gpchain.internal.corpora.ColumnFormat;
import org.gpchain.internal.corpora.ConlluLines;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say what the columns of a file contain. */
public final class ColumnOptions extends CommandPart {
  static final String LABEL_KEY = "--label-key";

  @Option(
      names = {"-c", "--columns"},
      paramLabel = "NAMES",
      description = {
        "Names of the columns of a file in their order, for example word,pos,label. Labels are read"
            + " from the column named label. _ ignores a column."
      })
  private List<String> columns;

  @Option(
      names = LABEL_KEY,
      paramLabel = "KEY",
      description = {
        "For --format conllu: key of the labels in the last column, such as NE for NE=B-PER.",
        "Default: the first key whose values look like labels of segments. For parts of speech, the"
            + " default is the column UPOS."
      })
  private String labelKey = "";

  @Mixin private EncodingOption encoding;

  /** Returns whether {@code --columns} is given. */
  boolean areGiven() {
    return columns != null;
  }

  /** Returns the values of {@code --columns}, or an empty list if the option is not given. */
  List<String> names() {
    return columns == null ? List.of() : List.of(String.join(",", columns).split(",", -1));
  }

  /** Returns the encoding of files with columns. */
  Charset encoding() {
    return encoding.encoding();
  }

  /**
   * Returns the column format of a file with labels.
   *
   * @param format a format with columns, or null for the default format of the task
   * @throws picocli.CommandLine.ParameterException if the options contradict each other
   */
  ColumnFormat of(Format format, String task) {
    return of(format, task, ColumnFormat::ofColumns);
  }

  /**
   * Returns the column format of a file whose labels are not read.
   *
   * @param format a format with columns, or null for the default format of the task
   * @param needed names of the columns to read
   */
  public ColumnFormat ofTokens(Format format, String task, List<String> needed) {
    ColumnFormat columnFormat = of(format, task, ColumnFormat::ofTokenColumns);
    return columns == null ? columnFormat.unlabelled(needed) : columnFormat;
  }

  private ColumnFormat of(
      Format format, String task, Function<List<String>, ColumnFormat> ofColumns) {
    if (columns != null && format != null && format != Format.COLUMN && format != Format.CONLLU) {
      throw wrongUse("--columns needs --format column or conllu, not " + format);
    }
    checkNeeds(LABEL_KEY, format == Format.CONLLU, "--format conllu");

    ColumnFormat columnFormat;
    if (columns != null) {
      columnFormat = withNames(format, ofColumns);
    } else if (format == null) {
      columnFormat = ColumnFormat.usual(task);
    } else {
      columnFormat = named(format, task);
    }
    return columnFormat.withEncoding(encoding());
  }

  private ColumnFormat withNames(Format format, Function<List<String>, ColumnFormat> ofColumns) {
    ColumnFormat columnFormat;
    try {
      columnFormat = ofColumns.apply(names());
    } catch (IllegalArgumentException e) {
      throw wrongUse("--columns: " + e.getMessage());
    }
    return format == Format.CONLLU ? inConllu(columnFormat) : columnFormat;
  }

  private ColumnFormat named(Format format, String task) {
    return switch (format) {
      case CONLL2000 -> ColumnFormat.conll2000();
      case CONLL2002 -> ColumnFormat.conll2002();
      case CONLL2003 -> ColumnFormat.conll2003(task);
      case CONLLU -> ColumnFormat.conllu(task, labelKey);
      case COLUMN -> throw wrongUse("--format column needs --columns, such as word,pos,label");
      case TEXT, XMI, JSONCAS, JSONL, BRAT, WEBANNO -> throw wrongUse(format + " has no columns");
    };
  }

  private ColumnFormat inConllu(ColumnFormat columnFormat) {
    int count = names().size();
    if (count != ConlluLines.COLUMNS) {
      throw wrongUse(
          "--columns must name the %s columns of CoNLL-U, had %s; for example"
                  .formatted(ConlluLines.COLUMNS, count)
              + " _,word,_,pos,_,_,_,_,_,label");
    }
    return columnFormat.inConllu(labelKey);
  }

  /** Returns the value of {@code --label-key}, or an empty string if the option is not given. */
  public String labelKey() {
    return labelKey;
  }
}
