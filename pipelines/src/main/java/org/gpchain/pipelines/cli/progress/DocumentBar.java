package org.gpchain.pipelines.cli.progress;

import java.util.OptionalInt;
import me.tongfei.progressbar.ProgressBar;
import org.gpchain.pipelines.annotate.DocumentProgress;

/** Documents on a terminal: a bar, without an end as long as their number is unknown. */
final class DocumentBar implements DocumentProgress {
  private final ProgressBar bar;

  DocumentBar() {
    bar = Bars.of("annotating").setInitialMax(-1).clearDisplayOnFinish().build();
  }

  @Override
  public void onDocument(int done, OptionalInt all) {
    all.ifPresent(bar::maxHint);
    bar.stepTo(done);
  }

  @Override
  public void close() {
    bar.close();
  }
}
