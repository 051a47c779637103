/** Options that several experiments have. */
package org.gpchain.experiments.options;
