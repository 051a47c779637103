/** How commands speak to their user: results, remarks and progress. */
package org.gpchain.internal.cli.console;
