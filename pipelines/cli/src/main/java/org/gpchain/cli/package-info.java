/** The command line. */
package org.gpchain.cli;
