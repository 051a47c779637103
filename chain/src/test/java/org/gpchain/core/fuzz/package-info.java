/**
 * Fuzz tests: mutations of valid inputs, and a harness that runs code with them. Used by the tests
 * of all modules.
 */
package org.gpchain.core.fuzz;
