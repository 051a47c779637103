/** The command {@code gpchain words}. */
package org.gpchain.cli.words;
