package org.gpchain.experiments.lab;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;

/**
 * An experiment: a command that computes rows of figures, prints them as a table and plots them.
 *
 * @param <R> type of the rows, whose components Jackson writes
 */
public abstract class Experiment<R extends Record> implements Callable<Integer> {
  @Mixin private Context context;

  @Override
  public final Integer call() throws IOException {
    List<R> rows = run(context).toList();
    context.print(table(rows, context));
    plot(rows);
    return exitCode(rows);
  }

  /** Computes the rows, or reads them from the row file. */
  protected abstract Stream<R> run(Context settings) throws IOException;

  /** Returns the rows as a text table. */
  protected abstract String table(List<R> rows, Context settings) throws IOException;

  /** Writes the plots that the user has requested. By default, there are none. */
  protected void plot(List<R> rows) throws IOException {}

  /** Returns the exit code of the command: 0 unless the rows report a failure. */
  protected int exitCode(List<R> rows) {
    return 0;
  }
}
