package org.gpchain.internal.cli;

import java.util.ServiceLoader;

/**
 * A command that another module adds to {@code gpchain}: a class with picocli's {@code @Command},
 * which {@link ServiceLoader} finds.
 */
public interface Subcommand extends Runnable {}
