/** The command {@code gpchain words}. */
package org.gpchain.pipelines.cli.words;
