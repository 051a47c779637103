package org.gpchain.cli.progress;

import me.tongfei.progressbar.ProgressBar;
import org.gpchain.documents.batch.BatchProgress;

/** Documents on a terminal: a bar, without an end as long as their number is unknown. */
final class DocumentBar implements BatchProgress {
  private final ProgressBar bar;
  private final DocumentSpeed speed = new DocumentSpeed(System::nanoTime);

  DocumentBar() {
    bar = Bars.of("annotating").setInitialMax(-1).clearDisplayOnFinish().build();
  }

  @Override
  public void onDocument(Step step) {
    step.all().ifPresent(bar::maxHint);
    bar.stepTo(step.done());
    bar.setExtraMessage(speed.of(step));
  }

  @Override
  public void close() {
    bar.close();
  }
}
