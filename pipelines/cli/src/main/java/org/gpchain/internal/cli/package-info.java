/** The commands of {@code gpchain}, starting with {@link org.gpchain.internal.cli.Main}. */
package org.gpchain.internal.cli;
