package org.gpchain.experiments.lab;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;

/** A command that runs an experiment, prints its rows as a table and plots them. */
public abstract class RowCommand<R extends Record> implements Experiment<R>, Callable<Integer> {
  @Mixin private Context context;

  @Override
  public final Integer call() throws IOException {
    List<R> rows = run(context).toList();
    context.print(table(rows, context));
    plot(rows);
    return exitCode(rows);
  }

  /** The rows as text for people. */
  protected abstract String table(List<R> rows, Context settings) throws IOException;

  /** Draws the plots that the user has asked for. */
  protected void plot(List<R> rows) throws IOException {}

  /** 0 unless the rows tell of failure. */
  protected int exitCode(List<R> rows) {
    return 0;
  }
}
