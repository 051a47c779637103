/** Options of the command line that say how corpora are read. */
package org.gpchain.cli.options;
