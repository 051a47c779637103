/** The commands {@code gpchain words} and {@code gpchain names}. */
package org.gpchain.internal.cli.words;
