/** The command line. */
package org.gpchain.pipelines.cli;
