/** Base class of commands, and the display of progress. */
package org.gpchain.internal.cli.console;
