/**
 * Attacks by mutants: what damages sound inputs, and what runs them. For the tests of all modules.
 */
package org.gpchain.core.fuzz;
