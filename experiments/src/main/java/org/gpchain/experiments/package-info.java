/** The command {@code gpchain experiment}. */
package org.gpchain.experiments;
