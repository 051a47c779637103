/** How the command line shows a user what it is doing. */
package org.gpchain.cli.progress;
