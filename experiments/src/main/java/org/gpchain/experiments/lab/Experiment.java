package org.gpchain.experiments.lab;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;

/**
 * An experiment: a command that makes rows of figures, prints them as a table and plots them.
 *
 * @param <R> a row; Jackson writes its components
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

  /** Makes the rows, or finds them in the file of rows. */
  protected abstract Stream<R> run(Context settings) throws IOException;

  /** The rows as text for people. */
  protected abstract String table(List<R> rows, Context settings) throws IOException;

  /** Draws the plots that the user has asked for. */
  protected void plot(List<R> rows) throws IOException {}

  /** 0 unless the rows tell of failure. */
  protected int exitCode(List<R> rows) {
    return 0;
  }
}
