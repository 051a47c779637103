/** Reproduction of the GPstruct papers' tables, and the page with the results. */
package org.gpchain.experiments.papers;
