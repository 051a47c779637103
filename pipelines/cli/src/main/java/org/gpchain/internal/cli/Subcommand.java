package org.gpchain.internal.cli;

import java.util.ServiceLoader;

/**
 * A command that another module adds to {@code gpchain}. It is a class with picocli's
 * {@code @Command}, registered as a service for {@link ServiceLoader}.
 */
public interface Subcommand extends Runnable {}
