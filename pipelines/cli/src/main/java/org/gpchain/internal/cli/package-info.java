/** The command line. */
package org.gpchain.internal.cli;
